/** Reads CSV as RFC 4180 has it; throws where a quote is out of place. */
export function readCsv(text: string): string[][] {
  const rows: string[][] = []
  let row: string[] = []
  for (let at = 0; at < text.length;) {
    if (text[at] !== '"') throw new Error(`No quote at ${at}: ${text.slice(at, at + 20)}`)
    let field = ''
    for (at += 1; text[at] !== '"' || text[at + 1] === '"'; at += 1) {
      if (at >= text.length) throw new Error('The last field has no end.')
      if (text[at] === '"') at += 1
      field += text[at] ?? ''
    }
    row.push(field)
    at += 1
    if (text[at] === ',') at += 1
    else if (text.startsWith('\r\n', at)) {
      at += 2
      rows.push(row)
      row = []
    } else throw new Error(`Neither comma nor line end at ${at}.`)
  }
  return rows
}
