/** Makes something at the first time it is asked for, once for each `thing`; it goes when the thing goes. */
export function onceFor<Thing extends object, Made>(make: (thing: Thing) => Made): (thing: Thing) => Made {
  const kept = new WeakMap<Thing, { made: Made }>();
  return (thing) => {
    const { made } = kept.get(thing) ?? { made: make(thing) };
    kept.set(thing, { made });
    return made;
  };
}
