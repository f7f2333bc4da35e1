// `npm run verify-ledger FILE [-- --head N:HASH …]`: checks a controlled-substance ledger without the app. It needs Node.js and
// this file, and shares no code with the app that wrote the ledger. FILE is the ledger as its screen exports it, or a backup.
//
// Entry 1 names 64 zeros as `prev`, every other the hash of the one before; a hash is the hex SHA-256 of the UTF-8 bytes of the
// entry's text, which is canonical JSON (RFC 8785). A restore from a backup begins another history (`epoch`) with an entry of
// its own, which names what it continues and the heads that were lost (up to entry `unmarked_until` earlier versions wrote
// none). An end that was cut off leaves no trace in that: only a head noted before,
// the entry's number and hash that a balance sheet prints, shows it.
// Each entry of a draw or balance sheet is compared with its record, and each record with its entries: content, author, times
// and voiding. A backup holds the records; an export does where the app that made it could read them.
// Ends with 0: whole, and no record differs; 1: broken, or a record differs; 2: cannot be read.
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gunzipSync } from 'node:zlib'

const ZEROS = '0'.repeat(64)
const sha256 = (text) => createHash('sha256').update(text, 'utf8').digest('hex')

/** RFC 8785: no spaces, keys in the order of their UTF-16 units, numbers and texts as ECMAScript writes them. */
function rfc8785(value) {
  if (value === null || typeof value !== 'object') return JSON.stringify(value)
  if (Array.isArray(value)) return `[${value.map(rfc8785).join(',')}]`
  const members = Object.keys(value).toSorted((a, b) => (a < b ? -1 : 1))
  return `{${members.map((key) => `${JSON.stringify(key)}:${rfc8785(value[key])}`).join(',')}}`
}

function parsed(text) {
  try {
    const entry = JSON.parse(text)
    return entry !== null && typeof entry === 'object' && rfc8785(entry) === text ? entry : undefined
  } catch {
    return undefined
  }
}

const isHead = (one) =>
  typeof one?.epoch === 'string' && Number.isInteger(one.n) && /^[0-9a-f]{64}$/.test(one.hash)

/** What is wrong with an entry as the beginning or a part of a history of the server. */
function wrongEpoch(entry, entries, unmarkedUntil) {
  const before = entries[entry.n - 2]
  if (entry.op === 'restore') {
    const { continues, lost, backup_at: backup } = entry.content ?? {}
    const isWhole =
      isHead(continues) && typeof backup === 'string' && (lost === null || lost?.every?.(isHead))
    const isNew = !entries.slice(0, entry.n - 1).some(({ epoch }) => epoch === entry.epoch)
    const fits =
      continues?.n === entry.n - 1 && continues.hash === entry.prev && continues.epoch !== entry.epoch
    const follows = !before || continues?.epoch === before.epoch || entry.n <= unmarkedUntil
    return isWhole && isNew && fits && follows ? undefined : 'restore'
  }
  return !before || before.epoch === entry.epoch || entry.n <= unmarkedUntil ? undefined : 'unmarked'
}

/** Whether a restore names this very head as lost. */
const isNamedLost = (entries, { n, hash }) =>
  entries.some(
    (entry) =>
      entry?.op === 'restore' &&
      Array.isArray(entry.content?.lost) &&
      entry.content.lost.some((head) => head?.n === n && head.hash?.startsWith(hash)),
  )

/**
 * Rows are `{ n, hash, text }`, or null for one that cannot be read. `head` is what the ledger's keeper says of its end,
 * `epoch` its present history, `known` are heads noted before. Tells the first broken entry, or that there is none.
 */
export function verify(rows, { head, epoch, unmarked_until: unmarkedUntil = Infinity } = {}, known = []) {
  const broken = (n, by, more = {}) => ({ ok: false, n, by, ...more })
  const entries = rows.map((row) => (row === null ? undefined : parsed(row.text)))
  let last = ZEROS
  for (const [index, row] of rows.entries()) {
    const n = index + 1
    const entry = entries[index]
    const own =
      row === null
        ? broken(n, 'line')
        : row.n !== n
          ? broken(n, 'number', { found: row.n })
          : sha256(row.text) !== row.hash
            ? broken(n, 'hash', { entry })
            : typeof entry?.n !== 'number' ||
                typeof entry.prev !== 'string' ||
                typeof entry.epoch !== 'string'
              ? broken(n, 'form', { entry })
              : entry.n !== n
                ? broken(n, 'number', { found: entry.n, entry })
                : undefined
    if (own) return own
    if (entry.prev !== last) return whichOfTwo(n, rows, entries, head)
    const wrong = wrongEpoch(entry, entries, unmarkedUntil)
    if (wrong) return broken(n, wrong, { entry })
    const other = known.find(
      (one) => one.n === n && !row.hash.startsWith(one.hash) && !isNamedLost(entries, one),
    )
    if (other) return broken(n, 'remembered', { known: other, entry })
    last = row.hash
  }
  const end = { n: rows.length, hash: last }
  if (head && head.n > end.n) return broken(end.n + 1, 'cut', { known: head })
  if (head && head.n < end.n) return broken(head.n + 1, 'head', { known: head, entry: entries[head.n] })
  if (head && head.hash !== end.hash) return broken(end.n, 'head', { known: head, entry: entries.at(-1) })
  const lastEpoch = entries.at(-1)?.epoch
  if (epoch !== undefined && lastEpoch !== undefined && lastEpoch !== epoch && end.n >= unmarkedUntil)
    return broken(end.n + 1, 'unmarked')
  const beyond = known.find((one) => one.n > end.n && !isNamedLost(entries, one))
  if (beyond) return broken(end.n + 1, 'cut', { known: beyond })
  const lost = known.filter((one) => !rows[one.n - 1]?.hash.startsWith(one.hash))
  return {
    ok: true,
    head: end,
    epochs: epochs(entries),
    lost,
    from: entries[0]?.at,
    to: entries.at(-1)?.at,
  }
}

/** Entry n does not name the one before it: the one that entry n + 1, or the head, names was written first. */
function whichOfTwo(n, rows, entries, head) {
  const next = rows[n]
  const sound = next && next.n === n + 1 && sha256(next.text) === next.hash && entries[n]?.n === n + 1
  const named = next === undefined ? head?.hash : sound ? entries[n].prev : undefined
  const before = named === rows[n - 1].hash && n > 1
  return before
    ? { ok: false, n: n - 1, by: 'rewritten', entry: entries[n - 2] }
    : { ok: false, n, by: 'link', entry: entries[n - 1] }
}

function epochs(entries) {
  const found = []
  for (const { n, epoch, at, op, content } of entries) {
    const last = found.at(-1)
    if (last?.epoch === epoch) last.to = n
    else found.push({ epoch, from: n, to: n, ...(op === 'restore' ? { restored: { at, ...content } } : {}) })
  }
  return found
}

const LEDGERED = ['draws', 'balances']
const isFactEntry = (entry) =>
  (entry?.op === 'create' || entry?.op === 'void') && LEDGERED.includes(entry.record?.collection)

/** The first place where two values differ, its names joined by dots; undefined where they are the same. */
function differenceIn(ledger, record, path) {
  const isValue = (one) => one === null || typeof one !== 'object'
  if (isValue(ledger) || isValue(record) || Array.isArray(ledger) !== Array.isArray(record))
    return Object.is(ledger, record) ? undefined : { path, ledger, record }
  const names = [...new Set([...Object.keys(ledger), ...Object.keys(record)])]
  if (!Array.isArray(ledger)) names.sort()
  for (const name of names) {
    const found = differenceIn(ledger[name], record[name], `${path}.${name}`)
    if (found) return found
  }
  return undefined
}

function whoseAndWhen({ at, record: { author_name, made_at } }, meta) {
  if (author_name !== undefined)
    return (
      differenceIn(author_name, meta.author_name, 'name of who made it') ??
      differenceIn(made_at ?? at, meta.date_created, 'made at')
    )
  // In an entry of an earlier version a fact that somebody approved later has the time of the approval.
  return meta.approved_by === undefined ? differenceIn(at, meta.date_created, 'made at') : undefined
}

/** What differs first between an entry and the record of its fact. */
function differenceFrom(entry, record) {
  const { op, content, received_at } = entry
  if (!record || record.deleted) {
    // What one change made and voided had, in earlier versions, the entry of its voiding alone.
    return op === 'create' || entry.record.version === 1 ? { kind: 'no_record' } : undefined
  }
  const { meta } = record
  const author = differenceIn(entry.record.author, meta?.author_id, 'author')
  if (op === 'void') return author ?? differenceIn(content.voided, record.voided, 'voided')
  return (
    differenceIn(content, record.content, 'content') ??
    author ??
    whoseAndWhen(entry, meta) ??
    // Earlier versions kept it in the ledger alone.
    (meta.received_at === undefined ? undefined : differenceIn(received_at, meta.received_at, 'received at'))
  )
}

/**
 * Compares the entries of a whole ledger with the records, `{ collection, _id, meta, content, voided }`, both ways. Every
 * difference, each record once: first those of entries in their order, then the records that the ledger does not have.
 */
export function compareRecords(rows, records) {
  const key = ({ collection, _id }) => `${collection}/${_id}`
  const recordOf = new Map(records.map((record) => [key(record), record]))
  const made = new Map()
  const ended = new Set()
  const found = new Map()
  for (const { text } of rows) {
    const entry = parsed(text)
    if (!isFactEntry(entry)) continue
    const one = key(entry.record)
    if (entry.op === 'create') made.set(one, entry.content)
    else ended.add(one)
    const difference = differenceFrom(entry, recordOf.get(one))
    if (difference && !found.has(one))
      found.set(one, { kind: 'differs', ...difference, key: one, n: entry.n, content: made.get(one) })
  }
  for (const [one, record] of recordOf) {
    if (record.deleted || found.has(one)) continue
    const { content, voided } = record
    if (!made.has(one) && !ended.has(one)) found.set(one, { kind: 'no_entry', key: one, content })
    else if (voided && !ended.has(one))
      found.set(one, { kind: 'differs', key: one, content, path: 'voided', record: voided })
  }
  return [...found.values()]
}

const US_DAY = (day) => String(day).replace(/^(\d+)-(\d+)-(\d+)$/, '$2/$3/$1')
const VOLUMES = ['balance', 'added', 'used', 'adjusted', 'container_size', 'drug_volume']

function factName({ key, content = {} }) {
  const drug = `${content.drug_name} ${content.drug_concentration} mg/ml`
  if (key.startsWith('draws/'))
    return `Draw of ${US_DAY(content.day)} (${drug}, ${content.sheet_data?.patient_name})`
  const [from, to] = [US_DAY(content.date_start), US_DAY(content.date_end)]
  return `Balance sheet of ${from === to ? from : `${from} to ${to}`} (${drug})`
}

function fieldName(path) {
  const field = path.replace(/^content\./, '')
  if (field === 'closing.balance') return 'closing'
  const [, page, row, cell] = /^pages\.(\d+)\.(\d+)(?:\.(.+))?$/.exec(field) ?? []
  if (page === undefined) return field.replaceAll('.', ' ').replaceAll('_', ' ')
  return `page ${Number(page) + 1}, row ${Number(row) + 1}${cell ? `, ${cell.replaceAll('_', ' ')}` : ''}`
}

function valueText(value, path) {
  const field = path.split('.').at(-1)
  if (value === undefined) return field === 'voided' ? 'not voided' : 'nothing'
  if (typeof value === 'number') {
    const unit = field === 'drug_concentration' ? ' mg/ml' : VOLUMES.includes(field) ? ' ml' : ''
    return `${value}${unit}`
  }
  return typeof value === 'string' ? value : JSON.stringify(value)
}

/** One difference in words. */
export function differenceWords(difference) {
  const { kind, key, n, path, ledger, record } = difference
  const name = factName(difference)
  if (kind === 'no_record') return `${name}: entry ${n} has it, but its record is gone (${key})`
  if (kind === 'no_entry') return `${name}: there is a record of it, but no entry in the ledger (${key})`
  const [said, stands] = [ledger, record].map((value) => valueText(value, path))
  return `${name}, ${fieldName(path)}: the ledger says ${said}, the record says ${stands} (${key})`
}

/** How many differences are written out. */
const NAMED_MAX = 20

export function comparedWords(rows, records, differences) {
  if (records === undefined) return 'Records were not compared: this file holds none.'
  if (differences.length === 0) {
    const facts = new Set(rows.flatMap(({ text }) => factKey(parsed(text))))
    return `All ${facts.size} draws and balance sheets match their records.`
  }
  const rest = differences.length - NAMED_MAX
  return [
    differences.length === 1 ? 'A RECORD DIFFERS:' : `${differences.length} RECORDS DIFFER:`,
    ...differences.slice(0, NAMED_MAX).map((one) => `  ${differenceWords(one)}`),
    ...(rest > 0 ? [`  and ${rest} more`] : []),
  ].join('\n  ')
}
const factKey = (entry) => (isFactEntry(entry) ? [`${entry.record.collection}/${entry.record._id}`] : [])

const utf8 = new TextDecoder('utf-8', { fatal: true })
const NEWLINE = 0x0a

function* linesOf(bytes) {
  for (let from = 0; from < bytes.length;) {
    const end = bytes.indexOf(NEWLINE, from)
    const line = bytes.subarray(from, end < 0 ? bytes.length : end)
    yield line
    from += line.length + 1
  }
}

function jsonOf(bytes) {
  try {
    return JSON.parse(utf8.decode(bytes))
  } catch {
    return null
  }
}

/** One ledger: a line that names the head, and holds the records where they were exported; then a line for each entry. */
function readExport(bytes) {
  const [first, ...lines] = linesOf(bytes)
  const header = first && jsonOf(first)
  if (header?.ledger !== 1) return undefined
  const rows = lines.map((line) => {
    const { n, hash, entry } = jsonOf(line) ?? {}
    return Number.isInteger(n) && typeof hash === 'string' && typeof entry === 'string'
      ? { n, hash, text: entry }
      : null
  })
  const { records, ...keeper } = header
  return [
    {
      name: header.org_name ?? header.org,
      rows,
      keeper,
      records: Array.isArray(records) ? records : undefined,
    },
  ]
}

const ESCAPES = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t', v: '\v' }
const field = (text) => text.replaceAll(/\\(.)/g, (_, letter) => ESCAPES[letter] ?? letter)

/** The ledgers of a backup: those of all its organizations, from PostgreSQL's COPY text. */
function readBackup(zipped) {
  const tables = new Map([
    ['installation', []],
    ['organizations', []],
    ['ledger', []],
    ['records', []],
  ])
  let columns
  let table
  for (const bytes of linesOf(gunzipSync(zipped))) {
    const line = bytes.toString('utf8')
    const copy = table === undefined && /^COPY public\."(\w+)" \((.*)\) FROM stdin;$/.exec(line)
    if (copy) {
      table = tables.get(copy[1]) ?? []
      columns = copy[2].split(', ').map((name) => name.slice(1, -1))
    } else if (line === '\\.') table = undefined
    else if (table) {
      const fields = line.split('\t')
      const row = Object.fromEntries(columns.map((name, index) => [name, field(fields[index] ?? '')]))
      if (row.collection === undefined || LEDGERED.includes(row.collection)) table.push(row)
    }
  }
  const [installation] = tables.get('installation')
  return tables
    .get('organizations')
    .map(({ org_id, name, ledger_n, ledger_hash, ledger_unmarked_until: until }) => ({
      name,
      rows: tables
        .get('ledger')
        .filter((row) => row.org_id === org_id)
        .map(({ n, hash, entry }) => ({ n: Number(n), hash, text: entry }))
        .toSorted((a, b) => a.n - b.n),
      keeper: {
        head: { n: Number(ledger_n), hash: ledger_hash },
        epoch: installation?.epoch,
        unmarked_until: until === undefined ? undefined : Number(until),
      },
      records: tables
        .get('records')
        .filter((row) => row.org_id === org_id && row.deleted !== 't')
        .map(({ body }) => JSON.parse(body)),
    }))
}

/** The ledgers that a file holds, as `{ name, rows, keeper, records }`; `records` is undefined where it holds none. */
export function ledgersOf(bytes) {
  const isGzip = bytes[0] === 0x1f && bytes[1] === 0x8b
  const ledgers = isGzip ? readBackup(bytes) : readExport(bytes)
  if (!ledgers) throw new Error('This file is neither an exported ledger nor a backup.')
  return ledgers
}

const short = ({ n, hash }) => `${n} (${hash.slice(0, 16)}…)`
const WHY = {
  line: () => 'its line in the file cannot be read',
  number: ({ n, found }) =>
    found > n ? `it is missing: entry ${found} is in its place` : `entry ${found} is in its place`,
  hash: () => 'it was changed after it was written: its hash does not match its text',
  form: () => 'it was not written by this app: it is not the canonical JSON of an entry',
  rewritten: ({ n }) => `it was rewritten, with a new hash: entry ${n + 1} names a different one before it`,
  link: ({ n }) => `it does not continue entry ${n - 1}: one of the two was rewritten`,
  remembered: ({ known }) =>
    `it is not the entry noted as ${short(known)}: it, or one before it, was rewritten with everything after it`,
  cut: ({ n, known }) =>
    `the ledger ends before it, but entry ${short(known)} was there: entries ${n} to ${known.n} are gone`,
  head: ({ known }) => `its keeper names a different last entry: ${short(known)}`,
  unmarked: () =>
    'a new history of the server begins there without the entry that every restore writes: that entry was removed, or everything from there on was rewritten',
  restore: () => 'it says that the server was restored, but is wrong about what was there before',
}

function epochWords({ epoch, from, to, restored }, index) {
  const span = `\n  Entries ${from} to ${to}: history ${epoch}`
  if (!restored) return index === 0 ? span : `${span}, begun without a restore entry (by an earlier version)`
  const { at, backup_at: backup, lost } = restored
  const gone =
    lost === null
      ? 'how far the one before had reached is not known'
      : lost.length === 0
        ? 'nothing was lost'
        : `lost: what led to entry ${lost.map(short).join(', ')}`
  return `${span}, restored ${at} from the backup of ${backup}; ${gone}`
}

/** One ledger's result in words. */
export function words(result, known = []) {
  if (!result.ok) {
    const { at, user, op, record } = result.entry ?? {}
    const stands = record
      ? `\n  As it is now: ${at}, user ${user}, ${op} ${record.collection}/${record._id}`
      : ''
    return `BROKEN at entry ${result.n}: ${WHY[result.by](result)}.${stands}`
  }
  const { head, from, to } = result
  const entries = head.n === 1 ? '1 entry' : `${head.n} entries`
  const span = head.n === 0 ? '' : `, from ${from} to ${to}`
  const several =
    result.epochs.length > 1 || result.epochs[0]?.restored ? result.epochs.map(epochWords).join('') : ''
  const noted =
    known.length > 0
      ? result.lost.length === 0
        ? 'Every head that was given is in it.'
        : `Gone with a restore, which names it: ${result.lost.map(short).join(', ')}. Every other head that was given is in it.`
      : 'An end that was cut off shows only against a head noted before: give --head N:HASH from a printed balance sheet.'
  return `Whole: ${entries}, verified${span}.${several}\n  Head: ${head.n}:${head.hash}\n  ${noted}`
}

function headOf(text = '') {
  const [, n, hash] = /^(\d+):([0-9a-f]{8,64})$/i.exec(text.replaceAll(/[\s…]/g, '')) ?? []
  if (n === undefined)
    throw new Error('--head takes the number and at least 8 digits of the hash: 1234:0a1b2c3d…')
  return { n: Number(n), hash: hash.toLowerCase() }
}

function main(args) {
  const heads = []
  const files = []
  for (let index = 0; index < args.length; index++) {
    if (args[index] === '--head') heads.push(headOf(args[++index]))
    else files.push(args[index])
  }
  if (files.length !== 1) throw new Error('npm run verify-ledger FILE [-- --head N:HASH …]')
  const ledgers = ledgersOf(readFileSync(resolve(process.env.INIT_CWD ?? '.', files[0])))
  if (heads.length > 0 && ledgers.length > 1)
    throw new Error('A head belongs to one organization; this file has several.')
  let whole = true
  for (const { name, rows, keeper, records } of ledgers) {
    const result = verify(rows, keeper, heads)
    const differences = result.ok && records ? compareRecords(rows, records) : []
    whole &&= result.ok && differences.length === 0
    const compared = result.ok
      ? comparedWords(rows, records, differences)
      : 'Records were not compared: the ledger itself is broken.'
    console.log(`${name}\n  ${words(result, heads)}\n  ${compared}`)
  }
  return whole ? 0 : 1
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  try {
    process.exitCode = main(process.argv.slice(2))
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    process.exitCode = 2
  }
}
