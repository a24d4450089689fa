/** Returns the metrics on the port: values by series, such as `visaport_jobs_due{queue="sms"}`. */
export async function scrapeMetrics(port: number): Promise<Map<string, number>> {
  const response = await fetch(`http://127.0.0.1:${port}/metrics`);
  if (response.status !== 200) throw new Error(`The scrape was answered with ${response.status}`);
  const lines = (await response.text()).trim().split("\n");
  const samples = lines.filter((line) => !line.startsWith("#"));
  return new Map(
    samples.map((line) => {
      const [, series, value] = /^([a-z_]+(?:\{.*\})?) (\S+)$/.exec(line) ?? [];
      return [series!, Number(value)];
    }),
  );
}
