/** The styles of the page in the checkout's frame; a string like `checkoutScript.ts`. */
export const checkoutStyles = `:root {
  --accent: #facc15;
  color-scheme: light;
  font-family: system-ui, sans-serif;
  font-size: 100%;
  line-height: 1.5;
  color: #0f172a;
  background: #fff;
}

* {
  box-sizing: border-box;
}

body {
  margin: 0;
  border-top: 0.5rem solid var(--accent);
}

main {
  display: grid;
  gap: 1rem;
  padding: 1rem 1.25rem 1.5rem;
}

header {
  display: flex;
  align-items: center;
  justify-content: space-between;
  gap: 1rem;
}

h1 {
  margin: 0;
  padding: 0.25rem 0.75rem;
  border: 2px dashed #92400e;
  background: #fef3c7;
  color: #78350f;
  font-size: 1.25rem;
  letter-spacing: 0.05em;
}

h1:focus {
  outline: 0;
}

p {
  margin: 0;
  overflow-wrap: anywhere;
}

#name {
  font-weight: 700;
}

#amount {
  font-size: 2rem;
  font-weight: 700;
  line-height: 1.2;
}

#order,
#description {
  color: #475569;
}

#problem {
  color: #b91c1c;
}

#name:empty,
#description:empty {
  display: none;
}

.choices {
  display: grid;
  gap: 0.75rem;
}

button {
  min-width: 2.75rem;
  min-height: 2.75rem;
  padding: 0.5rem 1rem;
  border: 1px solid #475569;
  border-radius: 0.5rem;
  background: #fff;
  color: inherit;
  font: inherit;
  font-weight: 600;
  cursor: pointer;
}

button:hover {
  background: #f1f5f9;
}

button:focus-visible {
  outline: 3px solid #1d4ed8;
  outline-offset: 2px;
}

button[aria-disabled="true"] {
  opacity: 0.6;
  cursor: progress;
}

button[data-outcome="success"] {
  border-color: #166534;
  background: #166534;
  color: #fff;
}

button[data-outcome="success"]:hover {
  background: #14532d;
}
`;
