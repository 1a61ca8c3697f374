// A spreadsheet takes a cell that begins so for a formula. Quotes before it are those of a cell that was guarded before:
// model/columns has the same rule, and csv_cells.json tests both.
const formula = /^'*[=+\-@\t\r]/
const plainNumber = /^-?\d+(\.\d+)?$/

function cell(value: string | number | null | undefined): string {
  const text = value === null || value === undefined ? '' : String(value)
  const safe = formula.test(text) && !plainNumber.test(text) ? `'${text}` : text
  return /[",\r\n']/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

// csv writes rows as RFC 4180 wants them; the first is the heading.
export function csv(rows: readonly (readonly (string | number | null | undefined)[])[]): string {
  return rows.map((row) => `${row.map(cell).join(',')}\r\n`).join('')
}

// isoDate is a day as every table has it: 2026-06-01.
export const isoDate = (date: string | null | undefined) => date?.slice(0, 10)

// isoTime is an instant as every table has it: 2026-06-01T14:05:00Z, in UTC.
export const isoTime = (time: string | null | undefined) => time && `${new Date(time).toISOString().slice(0, 19)}Z`

// download offers a text as a file. The mark at its beginning tells spreadsheets that it is UTF-8.
export function download(name: string, text: string) {
  const address = URL.createObjectURL(new Blob(['\uFEFF', text], { type: 'text/csv;charset=utf-8' }))
  save(address, name)
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}

// save has the browser save what an address answers.
export function save(address: string, name: string) {
  Object.assign(document.createElement('a'), { href: address, download: name }).click()
}
