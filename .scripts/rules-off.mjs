// `npm run rules-off`: switches each rule of sync off in turn, in a copy of the sources, and shows which test fails then. It ends
// with 1 when nobody notices, and when a patch does not fit its file exactly once: the rule has moved, and so must its patch.
//   npm run rules-off -- --only "gap check"
//   npm run rules-off -- --fits          only looks whether each patch fits
import { spawnSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { parseArgs } from 'node:util'
import { install, root } from './install.mjs'

const { values } = parseArgs({ options: { only: { type: 'string' }, fits: { type: 'boolean' } } })
const merge = 'sync-protocol/src/merge'
const contract = { workspace: 'sync-protocol', files: ['src/testing/memory-store.test.ts', 'src/merge'] }
const fleet = { workspace: 'web', files: ['src/sync/fleet.test.ts'] }
const eventsFleet = { workspace: 'web', files: ['src/sync/events-fleet.test.ts'] }
const lanes = { workspace: 'web', files: ['src/sync/push-lane.test.ts'] }
const restored = {
  workspace: 'web',
  files: ['src/sync/restore-fleet.test.ts', 'src/data/database/drafts-to-resubmit.test.ts'],
}
const web = (...files) => ({ workspace: 'web', files })
const revocations = web('src/sync/revocation-fleet.test.ts')
const turns = web('src/sync/turns.test.ts')
const killedRestore = web('src/sync/restore-crash.test.ts')
const api = (...files) => ({ workspace: 'api', files })
const removedDemonstration = api('src/accounts/remove-demonstration.pg.test.ts')

const rules = [
  {
    rule: 'fields of a later release stay through an edit (W2)',
    file: `${merge}/content-fault.ts`,
    find: 'safeParse(withoutUnknown(collection, content, stands))',
    put: 'safeParse(withoutUnknown(collection, content, {}))',
    suites: [web('src/sync/unknown-records.test.ts')],
  },
  {
    rule: 'records of a collection that is not known are kept (W2)',
    file: 'web/src/data/view/write-view.ts',
    find: 'if (!isKnown(collection)) return writeUnread(clinic, list)',
    put: 'if (!isKnown(collection)) return',
    suites: [web('src/sync/unknown-records.test.ts')],
  },
  {
    rule: 'id guard: a mutation takes effect once (P1)',
    file: `${merge}/push-session.ts`,
    find: 'const known = this.outcomes.get(each.id) ?? this.state.outcomeOf(each.id)',
    put: 'const known = (() => undefined as Outcome | undefined)()',
    suites: [contract],
  },
  {
    rule: 'hash guard: one id, one content (P1)',
    file: `${merge}/take-push.ts`,
    find: 'if (known !== undefined && known !== hash && !isWithdrawn(each))',
    put: 'if (Boolean(0))',
    suites: [contract],
  },
  {
    rule: 'number guard: one number, one mutation (P1)',
    file: `${merge}/take-push.ts`,
    find: 'if (each.n <= lastN && state.idAt(actor.lane, each.n) !== each.id)',
    put: 'if (Boolean(0))',
    suites: [contract],
  },
  {
    rule: 'an undo enters nothing (M6)',
    file: `${merge}/apply-op.ts`,
    find: 'if (!record.deleted && !isTable(record.content)) return takeBackDelete(work, op)',
    put: 'if (Boolean(0)) return takeBackDelete(work, op)',
    suites: [contract],
  },
  {
    rule: 'nobody takes back the delete of another (M6)',
    file: `${merge}/apply-op.ts`,
    find: 'if (!set?.content || settledIn(set.content) || set.meta.author_id !== work.actor.user_id) return',
    put: 'if (!set?.content || settledIn(set.content)) return',
    suites: [contract],
  },
  {
    rule: 'gap check (P3)',
    file: `${merge}/take-push.ts`,
    find: 'if (start > lastN + 1)',
    put: 'if (Boolean(0))',
    suites: [contract],
  },
  {
    rule: 'strict order of n (P3)',
    file: `${merge}/take-push.ts`,
    find: 'if (mutations.some((each, index) => each.n !== start + index))',
    put: 'if (Boolean(0))',
    suites: [contract, api('src/sync/sync-routes.pg.test.ts')],
  },
  {
    rule: 'a lane belongs to one user (P3)',
    file: `${merge}/take-push.ts`,
    find: 'if (owner !== undefined && owner !== actor.user_id)',
    put: 'if (Boolean(0))',
    suites: [contract, api('src/sync/store-contract.pg.test.ts')],
  },
  {
    rule: '`was` comparison (M3)',
    file: `${merge}/three-way.ts`,
    find: 'return ofGroup(kind, group, was).every(([path, value]) => sameJson(valueAt(content, path), value))',
    put: 'return Boolean([kind, group, content, was])',
    suites: [contract, fleet],
  },
  {
    rule: 'what edits a refused creation shares its fate (P4)',
    file: `${merge}/working-set.ts`,
    find: "throw new Refusing('depends_on'",
    put: "throw new Refusing('unknown_record'",
    suites: [contract],
  },
  {
    rule: 'the server keeps refused text (T3)',
    file: `${merge}/push-session.ts`,
    find: 'if (refused) records.push(this.attention(mutation, applied, actor, whole ? undefined : each))',
    put: 'void this.attention',
    suites: [contract, fleet],
  },
  {
    rule: 'receipts prove what comes back (L6)',
    file: `${merge}/take-push.ts`,
    find: 'mark && isWord(receipt(mark.user_id, each.id, receiptSubject(hash, refused)), mark.receipt)',
    put: 'mark && (refused || receiptSubject(hash, refused) !== undefined)',
    suites: [lanes, api('src/sync/resubmission.pg.test.ts')],
  },
  {
    rule: 'what comes back before its record waits for it (L6)',
    file: `${merge}/push-session.ts`,
    find: 'const applied = wasTaken ? waitsIfEarly(decided, mutation, this) : decided',
    put: 'const applied = wasTaken ? decided : decided',
    suites: [contract, restored],
  },
  {
    rule: 'what comes back before an earlier change of its record waits for that (L6)',
    file: `${merge}/push-session.ts`,
    find: 'applied.missing ?? unseenYet(applied, mutation, state)',
    put: 'applied.missing ?? (unseenYet(applied, mutation, state), undefined)',
    suites: [contract],
  },
  {
    rule: 'what waited is done when its record is here (L6)',
    file: `${merge}/push-session.ts`,
    find: 'this.endWaits(records)',
    put: 'void this.endWaits',
    suites: [contract, restored],
  },
  {
    rule: 'the tablet keeps refused text until it is synced (T3)',
    file: 'web/src/data/outbox/store-results.ts',
    find: 'if (refused && row.withdrawn === 0) await keep(clinic, row, result, answer.at)',
    put: 'void keep',
    suites: [lanes, fleet],
  },
  {
    rule: 'a row leaves the outbox when its effect is here (T2)',
    file: 'web/src/data/outbox/store-results.ts',
    find: 'if (!refused && until > reached)',
    put: 'if (Boolean(0))',
    suites: [fleet],
  },
  {
    rule: 'a row waits for the newest version that its answer tells of (T2)',
    file: 'web/src/data/outbox/store-results.ts',
    find: 'Math.max(seq, ...records.map((record) => record.seq))',
    put: 'seq + 0 * records.length',
    suites: [web('src/data/outbox/store-results.test.ts')],
  },
  {
    rule: 'what waited leaves with the answer that brings its effect (T2)',
    file: 'web/src/data/outbox/store-results.ts',
    find: 'next ? arrivedBy(clinic, reached) : []',
    put: 'next ? arrivedBy(clinic, 0) : []',
    suites: [web('src/data/outbox/store-results.test.ts')],
  },
  {
    rule: 'an answer is taken as the feed only where nobody else’s commit comes first (T2, L2)',
    file: 'web/src/data/view/as-feed.ts',
    find: 'if (seq !== reached + 1) return undefined',
    put: '',
    suites: [web('src/data/view/as-feed.test.ts', 'src/data/outbox/store-results.test.ts')],
  },
  {
    rule: 'a page is taken at the own cursor only (L4)',
    file: 'web/src/data/view/take-page.ts',
    find: 'cursor !== at.cursor || ',
    put: '',
    suites: [web('src/data/view/take-page.test.ts'), fleet],
  },
  {
    rule: 'what an event brings is taken at the own cursor only (L4)',
    file: 'web/src/data/view/take-page.ts',
    find: ' || cursor !== at.from',
    put: '',
    suites: [web('src/sync/take-change.test.ts'), eventsFleet],
  },
  {
    rule: 'what an event brings is not mixed into a load (L4)',
    file: 'web/src/data/view/take-page.ts',
    find: 'if (!isLoaded || epoch',
    put: 'if ((isLoaded && Boolean(0)) || epoch',
    suites: [web('src/sync/take-change.test.ts'), eventsFleet],
  },
  {
    rule: 'nothing leaves under another identity (D1)',
    file: 'web/src/sync/push-lane.ts',
    find: 'if (who?.user_id === lane.user_id) return',
    put: 'if (who) return',
    suites: [lanes, fleet],
  },
  {
    rule: 'epoch replay: what the lost history took comes back (L6)',
    file: 'web/src/data/restore/acknowledged.ts',
    find: 'ids.filter((id) => !there.has(id))',
    put: 'ids.filter((id) => !there.has(id) && Boolean(0))',
    suites: [lanes, restored],
  },
  {
    rule: 'a history that went back is not gone on with (L6)',
    file: `${merge}/take-push.ts`,
    find: "return { code: 'went_back' }",
    put: 'void 0',
    suites: [lanes, api('src/sync/went-back.pg.test.ts')],
  },
  {
    rule: 'only a receipt of the present history begins another (L6)',
    file: `${merge}/take-push.ts`,
    find: 'receiptSubject(hash, refused)) === mark.receipt)',
    put: "receiptSubject(hash, refused)) !== '')",
    suites: [lanes, api('src/sync/went-back.pg.test.ts')],
  },
  {
    rule: 'one of all who hear of it begins it (L6)',
    file: 'api/src/database/backup/begin-epoch.ts',
    find: 'ended !== undefined && present?.epoch !== ended',
    put: "ended === ''",
    suites: [api('src/sync/went-back.pg.test.ts')],
  },
  {
    rule: 'a tablet that connects anew shows what was taken from it (L6)',
    file: 'web/src/sync/round.ts',
    find: 'if (going && !state.toResubmit) going = await attempt(() => showTaken(',
    put: 'if (Number.isNaN(memory.toldAt)) going = await attempt(() => showTaken(',
    suites: [lanes],
  },
  {
    rule: 'slow guard: over a slow link the same batch is not sent for ever (T6)',
    file: 'web/src/sync/push-lane.ts',
    find: 'memory.bytes = Math.floor(bytesOf(batch) / 2)',
    put: 'memory.bytes = bytesOf(batch)',
    suites: [lanes],
  },
  {
    rule: 'what a revoked tablet sends waits for approval (D2, P8)',
    file: `${merge}/push-session.ts`,
    find: 'if (actor.revoked !== undefined && !wasTaken',
    put: 'if (actor.revoked === wasTaken',
    suites: [contract, api('src/devices/devices.pg.test.ts')],
  },
  {
    rule: 'a right to push ends 30 days after the last word of its lane (D2)',
    file: 'api/src/accounts/session-store.ts',
    find: 'if (!found?.silent) return found',
    put: 'if (found) return found',
    suites: [api('src/accounts/push-token.pg.test.ts')],
  },
  {
    rule: 'a revoked tablet begins the history in which it was revoked (D2, L6)',
    file: 'web/src/sync/round.ts',
    find: 'if (standing?.revoked !== true) return undefined',
    put: 'if (Boolean(1)) return undefined',
    suites: [revocations],
  },
  {
    rule: 'a revoked tablet holds what only an ended history took (D2, L6)',
    file: 'web/src/data/people/local-rows.ts',
    find: '.filter((one) => one.epoch !== epoch && !ids.has(one.id))',
    put: '.filter((one) => one.epoch === `${epoch}x`)',
    suites: [web('src/data/people/revocation.test.ts')],
  },
  {
    rule: 'what comes back comes the newest first: never an old value over a newer one (L6, T4)',
    file: 'web/src/data/restore/acknowledged.ts',
    find: 'b.order - a.order',
    put: 'a.order - b.order',
    suites: [killedRestore],
  },
  {
    rule: 'a lane that is given up anew moves from its beginning (L6, T4)',
    file: 'web/src/data/outbox/lanes.ts',
    find: '...lane.renewal, ...place, ...more',
    put: '...place, ...lane.renewal, ...more',
    suites: [killedRestore],
  },
  {
    rule: 'one lane brings all of it back, whoever began (L6, D1)',
    file: 'web/src/data/restore/acknowledged.ts',
    find: 'await takeOver(clinic, resubmitter)',
    put: 'void takeOver',
    suites: [killedRestore],
  },
  {
    rule: 'a gap is filled from its end backwards (P3, T4)',
    file: 'web/src/data/outbox/outbox.ts',
    find: 'const rows = await numbers(from, first - 1).toArray()',
    put: 'const rows = await numbers(lastN + 1, lastN + first - from).toArray()',
    suites: [web('src/sync/gap-crash.test.ts')],
  },
  {
    rule: 'typing during a restore stays over the old draft (L6)',
    file: 'web/src/data/outbox/save.ts',
    find: 'const toResubmit = workedOn(state.toResubmit, intent.ops, correctedTime(said.at, offset).at)',
    put: 'void [workedOn, correctedTime]\n  const toResubmit = state.toResubmit',
    suites: [restored],
  },
  {
    rule: 'term check: an ousted leader writes nothing (T4)',
    file: 'web/src/data/outbox/leader-term.ts',
    find: 'if (asked.result?.value === term) return',
    put: 'if (asked.result?.value !== -term) return',
    suites: [web('src/data/outbox/leader-term.test.ts'), fleet],
  },
  {
    rule: 'a difference from the server is loaded anew (L3)',
    file: 'web/src/sync/check-digests.ts',
    find: 'await reloadCollections(clinic, collections)',
    put: 'void reloadCollections',
    suites: [web('src/sync/check-digests.test.ts')],
  },
  {
    rule: 'feed lock: seq is taken under the lock (L1)',
    file: 'api/src/sync/organization-lock-store.ts',
    find: 'WHERE o.org_id = $1 FOR UPDATE OF o`',
    put: 'WHERE o.org_id = $1`',
    suites: [api('src/sync/feed.pg.test.ts', 'src/sync/faults.pg.test.ts')],
  },
  {
    rule: 'what is asked in one breath with the locks is asked after them (L1)',
    file: 'api/src/sync/organization-lock-store.ts',
    find: 'orgId: string): Promise<LockedOrganization> {',
    put: 'orgId: string): Promise<LockedOrganization> {\n  await undefined',
    suites: [api('src/sync/organization-queue.pg.test.ts')],
  },
  {
    rule: 'a COMMIT that rolled back is no commit (P5)',
    file: 'api/src/database/transaction.ts',
    find: "if (command !== 'COMMIT')",
    put: "if (command === '')",
    suites: [api('src/database/transaction.pg.test.ts')],
  },
  {
    rule: 'what several do in turn leaves in turn (P3, M6)',
    file: 'web/src/data/outbox/outbox.ts',
    find: 'nextBatch(clinic, lanes, lane, most, after, others[0]?.order)',
    put: 'nextBatch(clinic, lanes, lane, most, after, others.length < 0 ? 0 : Infinity)',
    suites: [turns],
  },
  {
    rule: 'on a shared tablet only what was saved before was seen (M6)',
    file: `${merge}/beside.ts`,
    find: 'maker.order < seer.order',
    put: 'maker.order !== -seer.order',
    suites: [contract, api('src/sync/store-contract.pg.test.ts'), turns],
  },
  {
    rule: 'and only what was saved on it (M6)',
    file: `${merge}/beside.ts`,
    find: 'seer.beside?.has(maker.lane) === true',
    put: 'seer.beside !== undefined',
    suites: [contract],
  },
  {
    rule: 'what is sent once more has not seen what stands beside it now (M6)',
    file: 'web/src/data/outbox/save.ts',
    find: 'keys.length > asOnServer.length && body.ops.every((op) => isOfNow(op, state.known))',
    put: 'keys.length > asOnServer.length && isOfNow !== undefined',
    suites: [turns],
  },
  {
    rule: 'who decided too late is told (M9)',
    file: 'web/src/data/outbox/without-effect.ts',
    find: 'settled === undefined || isSame(settled.choice, op.choice)',
    put: "settled === undefined || isSame(settled.choice, op.choice) || settled.choice !== ''",
    suites: [web('src/data/outbox/without-effect.test.ts')],
  },
  {
    rule: 'what is known at once is what the schema takes (P7)',
    file: 'sync-protocol/src/records/plain-mutation.ts',
    find: 'eachIs(ops, isPlainOp)',
    put: 'Boolean(isPlainOp)',
    suites: [{ workspace: 'sync-protocol', files: ['src/records/plain-mutation.test.ts'] }],
  },
  {
    rule: 'the unit of the last patient is not the next one’s (Q-01)',
    file: 'sync-protocol/src/rules/sheet.ts',
    find: "weight: '', weight_units: '-' } as const",
    put: "weight: '' } as const",
    suites: [web('src/features/new-sheet/open-sheet.test.ts')],
  },
  {
    rule: 'nor a new sheet’s (Q-01)',
    file: 'sync-protocol/src/rules/sheet.ts',
    find: "    weight: '',\n    weight_units: '-',",
    put: "    weight: '',\n    weight_units: 'kg',",
    suites: [web('src/features/new-sheet/open-sheet.test.ts')],
  },
  {
    rule: 'a unit that perhaps nobody pressed is asked for again (Q-01)',
    file: 'web/src/data/drafts/pressed-units.ts',
    find: "return isKnown || draft.weight_units === '-'",
    put: "return isKnown || draft.weight_units !== '?'",
    suites: [web('src/data/drafts/pressed-units.test.ts')],
  },
  {
    rule: 'only the demonstration can be removed (Q-86)',
    file: 'migrations/0016-demonstration-can-go.sql',
    find: 'WHERE org_id = which AND demo)',
    put: 'WHERE org_id = which)',
    suites: [removedDemonstration],
  },
  {
    rule: 'only a tablet of the demonstration takes it for removed (Q-86)',
    file: 'web/src/sync/tell-device.ts',
    find: "if (body?.code !== 'not_found' || (await readSetting(ports.clinic, 'demonstration')) !== true) return false",
    put: "if (body?.code !== 'not_found') return false",
    suites: [web('src/sync/start.test.ts')],
  },
  {
    rule: 'a clinic never becomes the demonstration (Q-86)',
    file: 'migrations/0016-demonstration-can-go.sql',
    find: 'CREATE TRIGGER same_kind BEFORE UPDATE OF demo ON organizations',
    put: 'CREATE TRIGGER same_kind BEFORE UPDATE OF created_at ON organizations',
    suites: [removedDemonstration],
  },
  {
    rule: 'a PDF has no drug without its name',
    file: 'web/src/exports/draw-sheet.ts',
    find: 'rowsWithoutName(paper.sheet).length > 0',
    put: 'rowsWithoutName(paper.sheet).length < 0',
    suites: [web('src/exports/draw-sheet.test.ts')],
  },
]

install()
const chosen = rules.filter(({ rule }) => values.only === undefined || rule.includes(values.only))
// A patch that fits no more is said before anything is run.
const misfits = chosen.filter(
  ({ file, find }) => readFileSync(join(root, file), 'utf8').split(find).length !== 2,
)
for (const { rule, file, find } of misfits) console.error(`${rule}: not exactly once in ${file}:\n  ${find}`)
if (misfits.length > 0 || chosen.length === 0) process.exit(1)
if (values.fits) {
  console.log(`rules off: ${chosen.length} patches fit`)
  process.exit(0)
}

const copy = mkdtempSync(join(tmpdir(), 'rules-off-'))
process.on('exit', () => rmSync(copy, { recursive: true, force: true }))
copySources()
const unnoticed = []
for (const each of chosen) if (!noticed(each)) unnoticed.push(each.rule)
console.log(
  unnoticed.length === 0
    ? `\nEach of ${chosen.length} rules is missed when it is off.`
    : `\nNobody notices:\n${unnoticed.map((rule) => `  ${rule}`).join('\n')}`,
)
process.exitCode = unnoticed.length === 0 ? 0 : 1

/** The tracked files, and the installed packages by links, but for the workspaces, which are the copy's own. */
function copySources() {
  const listed = spawnSync('git', ['ls-files', '-z'], { cwd: root, encoding: 'utf8' }).stdout
  for (const file of listed.split('\0').filter((name) => name && existsSync(join(root, name)))) {
    mkdirSync(dirname(join(copy, file)), { recursive: true })
    cpSync(join(root, file), join(copy, file))
  }
  const workspaces = ['sync-protocol', 'api', 'web']
  mkdirSync(join(copy, 'node_modules'))
  for (const name of readdirSync(join(root, 'node_modules')))
    symlinkSync(
      join(workspaces.includes(name) ? copy : join(root, 'node_modules'), name),
      join(copy, 'node_modules', name),
    )
  for (const name of workspaces) {
    const own = join(root, name, 'node_modules')
    if (existsSync(own)) symlinkSync(own, join(copy, name, 'node_modules'))
  }
}

/** Runs the suites with the rule off until one fails; says which test it was. */
function noticed({ rule, file, find, put, suites }) {
  const path = join(copy, file)
  const source = readFileSync(path, 'utf8')
  writeFileSync(
    path,
    source.replace(find, () => put),
  )
  try {
    for (const { workspace, files } of suites) {
      const failed = failedTests(workspace, files)
      if (failed.length === 0) continue
      console.log(
        `noticed   ${rule}\n          ${failed[0]}${failed.length > 1 ? ` (and ${failed.length - 1} more)` : ''}`,
      )
      return true
    }
    console.log(`UNNOTICED ${rule}`)
    return false
  } finally {
    writeFileSync(path, source)
  }
}

function failedTests(workspace, files) {
  const out = join(copy, 'report.json')
  rmSync(out, { force: true })
  const vitest = join(root, 'node_modules/vitest/vitest.mjs')
  const args = ['run', '--reporter=json', `--outputFile.json=${out}`, ...files]
  const ran = spawnSync(process.execPath, [vitest, ...args], { cwd: join(copy, workspace), encoding: 'utf8' })
  if (!existsSync(out)) throw new Error(`The tests of ${workspace} did not run:\n${ran.stdout}${ran.stderr}`)
  const { testResults, numTotalTests } = JSON.parse(readFileSync(out, 'utf8'))
  // A file that cannot even be read shows nothing about the rule.
  if (numTotalTests === 0)
    throw new Error(`No test was run: ${testResults.map(({ message }) => message).join('\n')}`)
  return testResults.flatMap(({ assertionResults }) =>
    assertionResults.filter(({ status }) => status === 'failed').map(({ fullName }) => fullName),
  )
}
