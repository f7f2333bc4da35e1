/** The words of a search text, in lower case; each must be found, in any order, anywhere in the chosen field (`spec 2 §9`). */
export const wordsOf = (text: string): string[] =>
  text
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '')

/** `03/05/2026`, `3/5/2026`, `03/05/26` and `3/5/26`: every way to write a day (YYYY-MM-DD) that a search accepts. */
export function writtenDays(day: string): string {
  const [year = '', month = '', date = ''] = day.split('-')
  const short = year.slice(2)
  const bare = `${Number(month)}/${Number(date)}`
  return [
    `${month}/${date}/${year}`,
    `${bare}/${year}`,
    `${month}/${date}/${short}`,
    `${bare}/${short}`,
    `${month}/${Number(date)}/${year}`,
    `${Number(month)}/${date}/${year}`,
    `${month}/${Number(date)}/${short}`,
    `${Number(month)}/${date}/${short}`,
  ].join(' ')
}
