// `npm run rules-off`: switches each rule of sync off in turn, in a copy of the sources, and shows which test fails then. It ends
// with 1 when nobody notices, and when a rule is not found exactly once. A rule is marked where it stands, by `// @rule its-name`
// before a statement or `/* @rule its-name */` before an expression: what comes next is what is switched off. Renaming and
// moving keep it. `off` says how:
//   'never', 'always'    the condition of the if, or the expression, is false, true
//   'gone'               the statement is left out
//   { put }              stands in place of the expression
//   { does }             is what the if does
//   { first }            is done before the statement
// What is written in SQL that was released never changes: it is found by its text.
//   npm run rules-off -- --only "gap check"
//   npm run rules-off -- --fits          only looks whether each is found
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
import { parseSync } from 'vite'
import { install, root } from './install.mjs'

const { values } = parseArgs({ options: { only: { type: 'string' }, fits: { type: 'boolean' } } })
/** Words of the language itself. */
const SYNTAX = new Set([
  'Boolean',
  'Infinity',
  'await',
  'return',
  'true',
  'false',
  'undefined',
  'as',
  'const',
  'kg',
])
const contract = { workspace: 'sync-protocol', files: ['src/testing/memory-store.test.ts', 'src/merge'] }
const fleet = { workspace: 'web', files: ['src/sync/fleet.test.ts'] }
const eventsFleet = { workspace: 'web', files: ['src/sync/events-fleet.test.ts'] }
const lanes = { workspace: 'web', files: ['src/sync/push-lane.test.ts'] }
const restored = {
  workspace: 'web',
  files: ['src/sync/restore-fleet.test.ts', 'src/data/database/drafts-to-resubmit.test.ts'],
}
const web = (...files) => ({ workspace: 'web', files })
const turns = web('src/sync/turns.test.ts')
const killedRestore = web('src/sync/restore-crash.test.ts')
const amountUnits = { workspace: 'sync-protocol', files: ['src/rules/amount-unit.test.ts'] }
const ruleTests = (...names) => ({
  workspace: 'sync-protocol',
  files: names.map((name) => `src/rules/${name}.test.ts`),
})
const api = (...files) => ({ workspace: 'api', files })
const removedDemonstration = api('src/accounts/remove-demonstration.pg.test.ts')

const rules = [
  {
    rule: 'an edit leaves a field that its maker could not know (P7)',
    mark: 'unknown-to-maker',
    off: { put: 'false' },
    suites: [{ workspace: 'sync-protocol', files: ['src/merge/three-way.test.ts'] }],
  },
  {
    rule: 'fields of a later release stay through an edit (W2)',
    mark: 'unknown-fields',
    off: { put: '{}' },
    suites: [web('src/sync/unknown-records.test.ts')],
  },
  {
    rule: 'records of a collection that is not known are kept (W2)',
    mark: 'unknown-records',
    off: { does: 'return' },
    suites: [web('src/sync/unknown-records.test.ts')],
  },
  {
    rule: 'what is stored is noted for the lists that are kept (T8)',
    mark: 'kept-list-notes',
    off: 'gone',
    suites: [web('src/data/lists/kept-list.test.ts'), fleet],
  },
  {
    rule: 'a kept list that an earlier version stored past is not read (T8)',
    mark: 'kept-list-told',
    off: { put: 'true' },
    suites: [web('src/data/lists/kept-list.test.ts')],
  },
  {
    rule: 'a kept list is not read over records that were loaded anew (T8)',
    mark: 'kept-list-load',
    off: 'never',
    suites: [web('src/data/lists/kept-list.test.ts')],
  },
  {
    rule: 'a kept list that is behind does not catch up with the next change (T8)',
    mark: 'kept-list-behind',
    off: { put: 'false' },
    suites: [web('src/data/lists/kept-list.test.ts')],
  },
  {
    rule: 'what is pending is read again, whatever the parts say (T8)',
    mark: 'kept-list-pending',
    off: 'gone',
    suites: [web('src/data/lists/kept-list.test.ts'), fleet],
  },
  {
    rule: 'who kept a list that a load gave up does not go on in the one that came after it (T8)',
    mark: 'kept-list-own',
    off: { put: '(list?.writing ?? 0) + 1' },
    suites: [web('src/data/lists/kept-list.test.ts')],
  },
  {
    rule: 'parts that were written while they were read are not taken (T8)',
    mark: 'kept-list-whole',
    off: 'never',
    suites: [web('src/data/lists/kept-list.test.ts')],
  },
  {
    rule: 'id guard: a mutation takes effect once (P1)',
    mark: 'id-guard',
    off: { put: 'undefined' },
    suites: [contract],
  },
  {
    rule: 'hash guard: one id, one content (P1)',
    mark: 'hash-guard',
    off: 'never',
    suites: [contract],
  },
  {
    rule: 'number guard: one number, one mutation (P1)',
    mark: 'number-guard',
    off: 'never',
    suites: [contract],
  },
  {
    rule: 'an undo enters nothing (M6)',
    mark: 'undo-enters-nothing',
    off: 'never',
    suites: [contract],
  },
  {
    rule: 'nobody takes back the delete of another (M6)',
    mark: 'own-delete-only',
    off: { put: 'false' },
    suites: [contract],
  },
  {
    rule: 'gap check (P3)',
    mark: 'gap',
    off: 'never',
    suites: [contract],
  },
  {
    rule: 'strict order of n (P3)',
    mark: 'order',
    off: 'never',
    suites: [contract, api('src/sync/sync-routes.pg.test.ts')],
  },
  {
    rule: 'a lane belongs to one user (P3)',
    mark: 'lane-owner',
    off: 'never',
    suites: [contract, api('src/sync/store-contract.pg.test.ts')],
  },
  {
    rule: 'the row of a patient of the day never holds up the sheet (P8)',
    mark: 'row-never-refuses',
    off: 'never',
    suites: [contract],
  },
  {
    rule: 'a void beside a parked fact stays with it (P8)',
    mark: 'void-kept',
    off: 'never',
    suites: [contract],
  },
  {
    rule: 'a void that is not quite the schema is parked (P8)',
    mark: 'void-parked',
    off: 'never',
    suites: [contract],
  },
  {
    rule: 'the draws of a parked sheet stay with it (P8)',
    mark: 'link-kept',
    off: 'never',
    suites: [contract],
  },
  {
    rule: 'who approves what was too much for one change does all of it (P8)',
    mark: 'approved-whole',
    off: 'always',
    suites: [contract],
  },
  {
    rule: 'of two who take over an open sheet the first has it',
    mark: 'first-taker',
    off: 'always',
    suites: [contract],
  },
  {
    rule: 'two people who enter the same at two times agree (M2)',
    mark: 'same-entered',
    off: { put: '[]' },
    suites: [contract],
  },
  {
    rule: 'no guess and no time of weighing is left for the next patient',
    mark: 'reset-weighing',
    off: { put: 'draft' },
    suites: [ruleTests('sheet')],
  },
  {
    rule: '`was` comparison (M3)',
    mark: 'was',
    off: { put: 'true' },
    suites: [contract, fleet],
  },
  {
    rule: 'what edits a refused creation shares its fate (P4)',
    mark: 'refused-creation',
    off: 'never',
    suites: [contract],
  },
  {
    rule: 'the server keeps refused text (T3)',
    mark: 'server-keeps-refused',
    off: 'never',
    suites: [contract, fleet],
  },
  {
    rule: 'receipts prove what comes back (L6)',
    mark: 'receipt-proves',
    off: { put: 'true' },
    suites: [lanes, api('src/sync/resubmission.pg.test.ts')],
  },
  {
    rule: 'what comes back before its record waits for it (L6)',
    mark: 'waits-for-record',
    off: 'always',
    suites: [contract, restored],
  },
  {
    rule: 'a void that no history has answered waits for its fact (L6)',
    mark: 'unanswered-void-waits',
    off: { put: 'undefined' },
    suites: [contract],
  },
  {
    rule: 'a tablet that works is proven at a sign-in by its key alone',
    mark: 'key-for-the-tablet',
    off: { put: 'true' },
    suites: [api('src/devices/devices.pg.test.ts')],
  },
  {
    rule: 'of a tablet that came with its key nobody else tells anything',
    mark: 'told-by-the-tablet',
    off: { put: "'true'" },
    suites: [api('src/devices/devices.pg.test.ts')],
  },
  {
    rule: 'a right to push is of the tablet of its session (D2)',
    mark: 'token-of-own-tablet',
    off: { put: 'named' },
    suites: [api('src/devices/devices.pg.test.ts')],
  },
  {
    rule: 'a push token of a tablet that was only named proves nothing',
    mark: 'token-proves',
    off: { put: 'true' },
    suites: [api('src/devices/devices.pg.test.ts')],
  },
  {
    rule: 'an open sheet says where the scale says another weight',
    mark: 'weighed-otherwise',
    off: { put: 'false' },
    suites: [ruleTests('row-weight')],
  },
  {
    rule: 'the scale of another patient is not taken for the sheet',
    mark: 'row-patient',
    off: { put: 'false' },
    suites: [ruleTests('row-weight')],
  },
  {
    rule: 'at most one transaction of a database writes at a time (T1)',
    mark: 'one-write',
    off: { put: 'false' },
    suites: [web('src/data/database/one-write-at-a-time.test.ts')],
  },
  {
    rule: 'the doses of a patient stay in sight while another tablet types their weight anew',
    mark: 'doses-stay',
    off: { put: 'null' },
    suites: [web('src/records/changed-patient.test.ts')],
  },
  {
    rule: 'who reads doses hears that another tablet made another patient of the sheet',
    mark: 'changed-patient',
    off: { put: 'false' },
    suites: [web('src/records/changed-patient.test.ts')],
  },
  {
    rule: 'a name that came without a weight is not the name of the weight that stands',
    mark: 'whose-weight',
    off: { put: 'false' },
    suites: [web('src/records/changed-patient.test.ts')],
  },
  {
    rule: 'two weights that were entered at once are both said where doses are read',
    mark: 'two-weights',
    off: 'always',
    suites: [web('src/records/row-weighing.test.ts')],
  },
  {
    rule: 'who gave an open sheet away never reads its old weight again',
    mark: 'handed-over',
    off: { put: 'false' },
    suites: [web('src/features/new-sheet/sheet-session-elsewhere.test.ts')],
  },
  {
    rule: 'what the page before could not write follows what other tablets enter',
    mark: 'unwritten-followed',
    off: { put: '{ draft, seen }' },
    suites: [web('src/features/new-sheet/earlier-draft.test.ts')],
  },
  {
    rule: 'a code that is started again is for whom it is started',
    mark: 'last-start',
    off: { put: 'starts[0]?.patient' },
    suites: [web('src/data/view/code-events.test.ts')],
  },
  {
    rule: 'a row of an import waits where a cell cannot be read, though the library has its drug',
    mark: 'unread-waits',
    off: 'never',
    suites: [web('src/features/library/csv/read-import.test.ts')],
  },
  {
    rule: 'a code that was stopped starts again with the weight that the sheet has by then',
    mark: 'again-by-now',
    off: { put: 'code' },
    suites: [web('src/features/code/code-patient.test.ts')],
  },
  {
    rule: 'a code says what was saved or corrected beside its sheet',
    mark: 'code-says-beside',
    off: { put: 'null' },
    suites: [web('src/features/code/code-patient.test.ts')],
  },
  {
    rule: 'a code says that its sheet was reset or deleted',
    mark: 'code-says-ended',
    off: { put: 'null' },
    suites: [web('src/features/code/code-patient.test.ts')],
  },
  {
    rule: 'a code says what two tablets entered at once, and what the scale said',
    mark: 'code-says-other',
    off: { put: 'says' },
    suites: [web('src/features/code/code-patient.test.ts')],
  },
  {
    rule: 'a sheet says which one it corrects',
    mark: 'sheet-corrects',
    off: { put: '{}' },
    suites: [{ workspace: 'sync-protocol', files: ['src/rules/sheet.test.ts'] }],
  },
  {
    rule: 'nearly the same name with quite another weight is asked about over a saved sheet',
    mark: 'near-name',
    off: 'never',
    suites: [web('src/features/new-sheet/as-correction.test.ts')],
  },
  {
    rule: 'whose a saved sheet is that names another patient is asked before anything is made of it',
    mark: 'whose-first',
    off: { put: 'withoutQuestion(press(sheet, making))' },
    suites: [web('src/features/new-sheet/sheet-session-whose.test.ts')],
  },
  {
    rule: 'CPR of who may be another patient is not put on the sheet that was saved',
    mark: 'code-of-other',
    off: 'never',
    suites: [web('src/features/new-sheet/sheet-desk.test.ts')],
  },
  {
    rule: 'who was said to be the same patient is not asked about again',
    mark: 'said-same',
    off: 'never',
    suites: [web('src/features/new-sheet/sheet-session-whose.test.ts')],
  },
  {
    rule: 'the weight of the patient before is not the next one’s',
    mark: 'weight-of-before',
    off: 'always',
    suites: [web('src/features/new-sheet/sheet-session-whose.test.ts')],
  },
  {
    rule: 'the day list opens no sheet that was deleted while another one stands',
    mark: 'stands-for-row',
    off: 'always',
    suites: [web('src/data/attention/saved-twice.test.ts')],
  },
  {
    rule: 'what is being typed hides no correction that was saved',
    mark: 'saved-first',
    off: 'never',
    suites: [web('src/records/saved-beside.test.ts')],
  },
  {
    rule: 'of two sheets that were saved from one open sheet only that one corrects which says so',
    mark: 'corrects-itself',
    off: 'never',
    suites: [web('src/records/saved-beside.test.ts')],
  },
  {
    rule: 'a correction with the same weight and other drugs is said',
    mark: 'corrected-drugs',
    off: 'never',
    suites: [web('src/records/saved-beside.test.ts')],
  },
  {
    rule: 'what goes on as a sheet of its own is a correction still',
    mark: 'copy-corrects',
    off: { put: 'null' },
    suites: [web('src/features/new-sheet/sheet-desk.test.ts')],
  },
  {
    rule: 'a refused sheet that is opened again corrects what it did',
    mark: 'refused-corrects',
    off: { put: '{}' },
    suites: [web('src/data/drafts/refused-sheet.test.ts')],
  },
  {
    rule: 'a refused sheet that is opened again has its patient of the day list',
    mark: 'reopened-row',
    off: { put: '{}' },
    suites: [web('src/features/needs-attention/reopened-sheet.test.ts')],
  },
  {
    rule: 'a late entry that opens as another sheet knows the saved one',
    mark: 'other-corrects',
    off: { put: 'null' },
    suites: [web('src/features/needs-attention/reopened-draft.test.ts')],
  },
  {
    rule: 'a sheet that was corrected was not saved twice',
    mark: 'corrected-once',
    off: 'always',
    suites: [web('src/data/attention/saved-twice.test.ts')],
  },
  {
    rule: 'two sheets for one patient of the day list are found',
    mark: 'row-twice',
    off: { put: '[]' },
    suites: [web('src/data/attention/saved-twice.test.ts')],
  },
  {
    rule: 'what was saved for the same patient of the day list is said beside a sheet',
    mark: 'row-beside',
    off: { put: 'undefined' },
    suites: [web('src/records/saved-beside.test.ts')],
  },
  {
    rule: 'the draw of a sheet that was corrected may be in twice',
    mark: 'corrected-draws',
    off: 'never',
    suites: [web('src/features/controlled-substances/create/add-all.test.ts')],
  },
  {
    rule: 'what was saved later under the same name is said beside a sheet',
    mark: 'same-name-later',
    off: { put: 'undefined' },
    suites: [web('src/records/saved-beside.test.ts')],
  },
  {
    rule: 'a saved sheet is compared with its row of the day list',
    mark: 'saved-row',
    off: { put: '{}' },
    suites: [web('src/app/followed-patient.test.ts')],
  },
  {
    rule: 'once a patient without a name has one, the next name is another patient’s',
    mark: 'named-since',
    off: { put: 'false' },
    suites: [web('src/records/changed-patient.test.ts')],
  },
  {
    rule: 'beside a sheet that was saved it is said what it was corrected to',
    mark: 'corrected-beside',
    off: { put: 'undefined' },
    suites: [web('src/app/followed-patient.test.ts')],
  },
  {
    rule: 'a saved sheet that stands here and was deleted since is said to be',
    mark: 'deleted-said',
    off: { put: 'false' },
    suites: [web('src/app/followed-patient.test.ts')],
  },
  {
    rule: 'who was chosen has been given what their sheet was saved with',
    mark: 'given-as-saved',
    off: { put: 'patient.sheet.given' },
    suites: [web('src/app/followed-patient.test.ts')],
  },
  {
    rule: 'a balance sheet that waits does not stand before the draws that it names',
    mark: 'draws-first',
    off: 'always',
    suites: [web('src/features/needs-attention/waiting-draws.test.ts')],
  },
  {
    rule: 'a code of one patient is not gone on with for another one of the same sheet',
    mark: 'own-code-again',
    off: { put: 'codeId' },
    suites: [web('src/features/code/code-entry.test.ts')],
  },
  {
    rule: 'an open sheet that was saved elsewhere with another weight says so on the screens beside it',
    mark: 'saved-otherwise',
    off: { put: 'true' },
    suites: [web('src/records/row-weighing.test.ts')],
  },
  {
    rule: 'what comes back before an earlier change of its record waits for that (L6)',
    mark: 'waits-for-earlier',
    off: { put: 'undefined' },
    suites: [contract],
  },
  {
    rule: 'what waited is done when its record is here (L6)',
    mark: 'wait-ends',
    off: 'gone',
    suites: [contract, restored],
  },
  {
    rule: 'the tablet keeps refused text until it is synced (T3)',
    mark: 'tablet-keeps-refused',
    off: 'never',
    suites: [lanes, fleet],
  },
  {
    rule: 'a row leaves the outbox when its effect is here (T2)',
    mark: 'row-waits',
    off: 'never',
    suites: [fleet],
  },
  {
    rule: 'a row waits for the newest version that its answer tells of (T2)',
    mark: 'row-waits-for-newest',
    off: { put: 'seq' },
    suites: [web('src/data/outbox/store-results.test.ts')],
  },
  {
    rule: 'what waited leaves with the answer that brings its effect (T2)',
    mark: 'waited-leaves',
    off: { put: '0' },
    suites: [web('src/data/outbox/store-results.test.ts')],
  },
  {
    rule: 'an answer is taken as the feed only where nobody else’s commit comes first (T2, L2)',
    mark: 'answer-as-feed',
    off: 'never',
    suites: [web('src/data/view/as-feed.test.ts', 'src/data/outbox/store-results.test.ts')],
  },
  {
    rule: 'an answer to other changes than were sent is none (P1)',
    mark: 'answer-is-ours',
    off: 'never',
    suites: [web('src/sync/odd-answers.test.ts')],
  },
  {
    rule: 'a page with more after it leads on (L2)',
    mark: 'page-goes-on',
    off: 'never',
    suites: [web('src/sync/odd-answers.test.ts')],
  },
  {
    rule: 'only the server’s own refusal ends a session (section 6)',
    mark: 'own-refusal',
    off: 'always',
    suites: [web('src/data/people/session.test.ts')],
  },
  {
    rule: 'a page of a load leads on (L2)',
    mark: 'load-goes-on',
    off: 'never',
    suites: [web('src/sync/odd-answers.test.ts')],
  },
  {
    rule: 'a page is taken at the own cursor only (L4)',
    mark: 'page-cursor',
    off: { put: 'false' },
    suites: [web('src/data/view/take-page.test.ts'), fleet],
  },
  {
    rule: 'what an event brings is taken at the own cursor only (L4)',
    mark: 'event-cursor',
    off: { put: 'false' },
    suites: [web('src/sync/take-change.test.ts'), eventsFleet],
  },
  {
    rule: 'what an event brings is not mixed into a load (L4)',
    mark: 'event-in-load',
    off: { put: 'true' },
    suites: [web('src/sync/take-change.test.ts'), eventsFleet],
  },
  {
    rule: 'a reason for a dose is for that dosage',
    mark: 'reason-dosage',
    off: { put: 'true' },
    suites: [{ workspace: 'sync-protocol', files: ['src/rules/sheet-guard.test.ts'] }],
  },
  {
    rule: 'a reason for a dose is for what was red then',
    mark: 'reason-kinds',
    off: { put: 'true' },
    suites: [{ workspace: 'sync-protocol', files: ['src/rules/sheet-guard.test.ts'] }],
  },
  {
    rule: 'a red dose without a reason is found',
    mark: 'unexplained',
    off: { put: '[]' },
    suites: [{ workspace: 'sync-protocol', files: ['src/rules/sheet-guard.test.ts'] }],
  },
  {
    rule: 'EXPORT and SAVE ask about a red dose without a reason',
    mark: 'doses-asked',
    off: { put: 'null' },
    suites: [web('src/features/new-sheet/open-sheet.test.ts')],
  },
  {
    rule: 'a reason for a dose above its cap is for no heavier patient',
    mark: 'reason-weight',
    off: { put: 'true' },
    suites: [{ workspace: 'sync-protocol', files: ['src/rules/sheet-guard.test.ts'] }],
  },
  {
    rule: 'a check by a second person counts for the same weight in kg alone',
    mark: 'check-weight',
    off: { put: 'true' },
    suites: [ruleTests('double-check')],
  },
  {
    rule: 'a check by a second person whose weight is another one does not count',
    mark: 'check-counts',
    off: { put: 'false' },
    suites: [web('src/features/new-sheet/open-sheet.test.ts')],
  },
  {
    rule: 'nobody checks the weight for themselves',
    mark: 'second-person',
    off: 'never',
    suites: [web('src/data/people/second-person.test.ts')],
  },
  {
    rule: 'a check by a second person is for the drugs and dosages that it was made with',
    mark: 'check-plan',
    off: { put: 'true' },
    suites: [ruleTests('double-check')],
  },
  {
    rule: 'a check by a second person is not back once it was taken away',
    mark: 'check-stale',
    off: { put: 'after' },
    suites: [ruleTests('double-check')],
  },
  {
    rule: 'a reason for a dose is for one patient',
    mark: 'reset-reasons',
    off: { put: 'draft' },
    suites: [{ workspace: 'sync-protocol', files: ['src/rules/sheet-guard.test.ts'] }],
  },
  {
    rule: 'what could not be stored does not stay in a list',
    mark: 'failed-view',
    off: { put: 'true' },
    suites: [web('src/data/view/take-page.test.ts')],
  },
  {
    rule: 'nothing leaves under another identity (D1)',
    mark: 'identity',
    off: { put: 'who' },
    suites: [lanes, fleet],
  },
  {
    rule: 'epoch replay: what the lost history took comes back (L6)',
    mark: 'epoch-replay',
    off: { put: 'false' },
    suites: [lanes, restored],
  },
  {
    rule: 'a history that went back is not gone on with (L6)',
    mark: 'went-back',
    off: 'never',
    suites: [lanes, api('src/sync/went-back.pg.test.ts')],
  },
  {
    rule: 'only a receipt of the present history begins another (L6)',
    mark: 'present-history',
    off: { put: 'true' },
    suites: [lanes, api('src/sync/went-back.pg.test.ts')],
  },
  {
    rule: 'one of all who hear of it begins it (L6)',
    mark: 'one-begins',
    off: 'never',
    suites: [api('src/sync/went-back.pg.test.ts')],
  },
  {
    rule: 'receipts grow old by the server’s clock (L6)',
    mark: 'receipts-by-server-time',
    off: { put: 'Infinity' },
    suites: [web('src/sync/odd-clocks.test.ts')],
  },
  {
    rule: 'receipts grow old by the tablet’s clock too (L6)',
    mark: 'receipts-by-own-time',
    off: { put: 'Infinity' },
    suites: [web('src/sync/odd-clocks.test.ts')],
  },
  {
    rule: 'a slow answer moves no clock (section 7)',
    mark: 'slow-answer-moves-no-clock',
    off: 'always',
    suites: [web('src/sync/odd-clocks.test.ts')],
  },
  {
    rule: 'an answer that tells no time says nothing of a clock that was set since (section 7)',
    mark: 'told-no-time',
    off: 'never',
    suites: [web('src/sync/odd-clocks.test.ts')],
  },
  {
    rule: 'what waits to be stored on the server is bounded by its size (section 11)',
    mark: 'push-queue-bounded',
    off: 'never',
    suites: [api('src/sync/push-queue.test.ts')],
  },
  {
    rule: 'the ledger guards whose a fact is, and when it was made (section 12)',
    mark: 'whose-and-when',
    off: 'never',
    suites: [ruleTests('ledger-records')],
  },
  {
    rule: 'a proxy’s 404 gives up no load (L3)',
    mark: 'own-not-found',
    off: 'always',
    suites: [web('src/sync/load-records.test.ts')],
  },
  {
    rule: 'a load that is given up is the feed from its start (L3)',
    mark: 'given-up-begins-anew',
    off: 'gone',
    suites: [web('src/sync/load-records.test.ts')],
  },
  {
    rule: 'a tablet whose records differ from the server’s shows what was taken from it (L6)',
    mark: 'difference-shows',
    off: 'gone',
    suites: [restored],
  },
  {
    rule: 'a tablet that connects anew shows what was taken from it (L6)',
    mark: 'shows-taken',
    off: 'never',
    suites: [lanes],
  },
  {
    rule: 'slow guard: over a slow link the same batch is not sent for ever (T6)',
    mark: 'slow-halves',
    off: { put: 'bytesOf(batch)' },
    suites: [lanes],
  },
  {
    rule: 'a time outside the years 1 to 9999 is none (section 7)',
    mark: 'in-calendar',
    off: 'never',
    suites: [contract],
  },
  {
    rule: 'what a revoked tablet sends waits for approval (D2, P8)',
    mark: 'revoked-waits',
    off: 'never',
    suites: [contract, api('src/devices/devices.pg.test.ts')],
  },
  {
    rule: 'a right to push ends 30 days after the last word of its lane (D2)',
    mark: 'silent-token',
    off: 'always',
    suites: [api('src/accounts/push-token.pg.test.ts')],
  },
  {
    rule: 'a program’s key opens the calls that read and write records, and no other',
    mark: 'programs-records-only',
    off: 'never',
    suites: [api('src/programs/programs.pg.test.ts')],
  },
  {
    rule: 'a program that may only read writes nothing',
    mark: 'program-reads',
    off: 'never',
    suites: [api('src/programs/programs.pg.test.ts')],
  },
  {
    rule: 'a revoked tablet begins the history in which it was revoked (D2, L6)',
    mark: 'revoked-begins',
    off: 'always',
    suites: [web('src/sync/revoked-begins.test.ts')],
  },
  {
    rule: 'a revoked tablet holds what only an ended history took (D2, L6)',
    mark: 'revoked-holds',
    off: { put: 'false' },
    suites: [web('src/data/people/revocation.test.ts')],
  },
  {
    rule: 'what comes back comes the newest first: never an old value over a newer one (L6, T4)',
    mark: 'newest-first',
    off: { put: 'a.order - b.order' },
    suites: [killedRestore],
  },
  {
    rule: 'a lane that is given up anew moves from its beginning (L6, T4)',
    mark: 'renewal-from-beginning',
    off: { put: '{ ...place, ...lane.renewal, ...more }' },
    suites: [killedRestore],
  },
  {
    rule: 'one lane brings all of it back, whoever began (L6, D1)',
    mark: 'one-lane-returns',
    off: 'gone',
    suites: [killedRestore],
  },
  {
    rule: 'a gap is filled from its end backwards (P3, T4)',
    mark: 'gap-backwards',
    off: { put: 'numbers(lastN + 1, lastN + first - from).toArray()' },
    suites: [web('src/sync/gap-crash.test.ts')],
  },
  {
    rule: 'typing during a restore stays over the old draft (L6)',
    mark: 'typed-over-old-draft',
    off: { put: 'state.toResubmit' },
    suites: [restored],
  },
  {
    rule: 'what an author before had is not written over a sheet that was taken over (L6)',
    mark: 'handed-over-since',
    off: 'never',
    suites: [web('src/sync/take-over-fleet.test.ts')],
  },
  {
    rule: 'term check: an ousted leader writes nothing (T4)',
    mark: 'term',
    off: 'always',
    suites: [web('src/data/outbox/leader-term.test.ts'), fleet],
  },
  {
    rule: 'a difference from the server is loaded anew (L3)',
    mark: 'difference-reloads',
    off: 'gone',
    suites: [web('src/sync/check-digests.test.ts')],
  },
  {
    rule: 'feed lock: seq is taken under the lock (L1)',
    mark: 'feed-lock',
    off: { put: '`${HEADS} WHERE o.org_id = $1`' },
    suites: [api('src/sync/feed.pg.test.ts', 'src/sync/faults.pg.test.ts')],
  },
  {
    rule: 'what is asked in one breath with the locks is asked after them (L1)',
    mark: 'asked-after-lock',
    off: { first: 'await undefined' },
    suites: [api('src/sync/organization-queue.pg.test.ts')],
  },
  {
    rule: 'a COMMIT that rolled back is no commit (P5)',
    mark: 'commit',
    off: 'never',
    suites: [api('src/database/transaction.pg.test.ts')],
  },
  {
    rule: 'what several do in turn leaves in turn (P3, M6)',
    mark: 'in-turn',
    off: { put: 'Infinity' },
    suites: [turns],
  },
  {
    rule: 'on a shared tablet only what was saved before was seen (M6)',
    mark: 'saved-before',
    off: { put: 'true' },
    suites: [contract, api('src/sync/store-contract.pg.test.ts'), turns],
  },
  {
    rule: 'and only what was saved on it (M6)',
    mark: 'saved-on-it',
    off: { put: 'true' },
    suites: [contract],
  },
  {
    rule: 'what is sent once more has not seen what stands beside it now (M6)',
    mark: 'of-now',
    off: { put: 'true' },
    suites: [turns],
  },
  {
    rule: 'who decided too late is told (M9)',
    mark: 'too-late',
    off: 'always',
    suites: [web('src/data/outbox/without-effect.test.ts')],
  },
  {
    rule: 'what is known at once is what the schema takes (P7)',
    mark: 'plain-ops',
    off: { put: 'true' },
    suites: [{ workspace: 'sync-protocol', files: ['src/records/plain-mutation.test.ts'] }],
  },
  {
    rule: 'the unit of the last patient is not the next one’s (Q-01)',
    mark: 'reset-unit',
    off: { put: "{ name: '', patient_id: '', weight: '' } as const" },
    suites: [web('src/features/new-sheet/open-sheet.test.ts')],
  },
  {
    rule: 'nor a new sheet’s (Q-01)',
    mark: 'new-unit',
    off: { put: "'kg'" },
    suites: [web('src/features/new-sheet/open-sheet.test.ts')],
  },
  {
    rule: 'a unit that perhaps nobody pressed is asked for again (Q-01)',
    mark: 'pressed-unit',
    off: { put: 'draft' },
    suites: [web('src/data/drafts/pressed-units.test.ts')],
  },
  {
    rule: 'a drug’s numbers are said in its own unit',
    mark: 'own-unit',
    off: { put: "'mg'" },
    suites: [amountUnits],
  },
  {
    rule: 'a copy of a drug keeps the unit of its numbers',
    mark: 'copied-unit',
    off: { put: '({})' },
    suites: [amountUnits],
  },
  {
    rule: 'the same number in another unit differs from the library’s (Q-13)',
    mark: 'other-unit-differs',
    off: { put: 'true' },
    suites: [amountUnits],
  },
  {
    rule: 'a maximum dose in mg is refused of a drug in another unit',
    mark: 'cap-in-mg',
    off: { put: 'true' },
    suites: [amountUnits],
  },
  {
    rule: 'nor does the form take one',
    mark: 'cap-in-mg-form',
    off: 'never',
    suites: [amountUnits],
  },
  {
    rule: 'a weight that such patients do not have is pointed out (Q-14)',
    mark: 'weight-band',
    off: { put: '[]' },
    suites: [ruleTests('weight-guard')],
  },
  {
    rule: 'a weight far outside is red (Q-14)',
    mark: 'weight-band-red',
    off: { put: "'amber'" },
    suites: [ruleTests('weight-guard')],
  },
  {
    rule: 'a weight far from the last weight of the patient is pointed out (Q-14)',
    mark: 'weight-earlier',
    off: 'always',
    suites: [ruleTests('weight-guard')],
  },
  {
    rule: 'pounds and kilograms, and a slipped point, are asked for (Q-14)',
    mark: 'weight-slip',
    off: { put: "'earlier'" },
    suites: [ruleTests('weight-guard')],
  },
  {
    rule: 'the other unit is offered only where it would be quiet (Q-14)',
    mark: 'weight-offer',
    off: 'always',
    suites: [ruleTests('weight-guard')],
  },
  {
    rule: 'a weight that is known by the name alone is said to be (Q-14)',
    mark: 'weighed-by-name',
    off: 'never',
    suites: [ruleTests('earlier-weight')],
  },
  {
    rule: 'two IDs are two patients (Q-14)',
    mark: 'other-id',
    off: 'never',
    suites: [ruleTests('earlier-weight')],
  },
  {
    rule: 'an old weight is not compared (Q-14)',
    mark: 'earlier-days',
    off: 'always',
    suites: [ruleTests('earlier-weight')],
  },
  {
    rule: 'what the open sheet itself was saved as is not an earlier one (Q-14)',
    mark: 'earlier-not-itself',
    off: { put: 'true' },
    suites: [web('src/data/lists/earlier-sheet.test.ts')],
  },
  {
    rule: 'of a saved sheet only those are earlier that were saved before it (Q-14)',
    mark: 'earlier-saved-before',
    off: 'always',
    suites: [web('src/data/lists/earlier-sheet.test.ts')],
  },
  {
    rule: 'a saved sheet is judged by its own limits, whatever the library says by then (Q-15)',
    mark: 'kept-limits',
    off: { put: '{}' },
    suites: [ruleTests('sheet-guard')],
  },
  {
    rule: 'a dose that came without a judgement is judged by what its sheet carries (Q-15)',
    mark: 'own-findings',
    off: { put: '{ findings: [] }' },
    suites: [ruleTests('saved-dose')],
  },
  {
    rule: 'only sheets of the same day that stand are pointed out before a save (Q-75)',
    mark: 'saved-that-day',
    off: 'always',
    suites: [ruleTests('earlier-weight')],
  },
  {
    rule: 'what is saved from the open sheet itself is not another patient (Q-75)',
    mark: 'saved-not-itself',
    off: { put: 'true' },
    suites: [web('src/data/lists/earlier-sheet.test.ts')],
  },
  {
    rule: 'what the palette remembers of a person names no patient',
    mark: 'recent-names',
    off: { put: 'keys' },
    suites: [web('src/features/palette/recent-choices.test.ts')],
  },
  {
    rule: 'a sheet that somebody has begun keeps its species when another is asked for',
    mark: 'asked-species',
    off: 'never',
    suites: [web('src/features/new-sheet/sheet-desk.test.ts')],
  },
  {
    rule: 'the sheet of a patient with two versions on the day list takes the weight of neither',
    mark: 'contested-row',
    off: 'always',
    suites: [web('src/features/new-sheet/sheet-of-row.test.ts')],
  },
  {
    rule: 'SAVE asks first where the sheet, the patient or the weight is to be looked at (Q-76)',
    mark: 'save-asks-again',
    off: 'never',
    suites: [web('src/features/new-sheet/save-button.test.ts')],
  },
  {
    rule: 'a last weight is never that of the patient before (Q-14)',
    mark: 'last-weight-of-another',
    off: 'always',
    suites: [web('src/records/last-weighed.test.ts')],
  },
  {
    rule: 'no emergency dose and no infusion is shown for a weight without a unit (Q-17)',
    mark: 'patient-unit',
    off: 'never',
    suites: [web('src/records/patient.test.ts')],
  },
  {
    rule: 'an emergency volume of a sheet is rounded as ours are, or flagged',
    mark: 'rounded-as-ours',
    off: 'never',
    suites: [ruleTests('sheet')],
  },
  {
    rule: 'of two emergency volumes that print alike the exact low one is not above the high one, or it is flagged',
    mark: 'exact-low-first',
    off: 'always',
    suites: [ruleTests('sheet')],
  },
  {
    rule: 'an emergency volume above a syringe of which the sheet says nothing is flagged',
    mark: 'untold-large',
    off: 'always',
    suites: [ruleTests('sheet')],
  },
  {
    rule: 'a number typed over an estimate of the list of the day is in no unit until one is pressed',
    mark: 'estimate-unit',
    off: 'never',
    suites: [web('src/features/new-sheet/open-sheet.test.ts')],
  },
  {
    rule: 'the weight of a patient who was typed over the one before is in no unit until one is pressed',
    mark: 'unit-of-typed-over',
    off: { put: 'false' },
    suites: [web('src/features/new-sheet/open-sheet.test.ts')],
  },
  {
    rule: 'lidocaine against arrhythmia is for dogs only (Q-17)',
    mark: 'dogs-only',
    off: 'never',
    suites: [ruleTests('emergency-doses')],
  },
  {
    rule: 'a dosage above the highest is pointed out (Q-15)',
    mark: 'dose-over',
    off: 'never',
    suites: [ruleTests('dose-guard')],
  },
  {
    rule: 'three times the highest is red (Q-15)',
    mark: 'dose-far-over',
    off: 'never',
    suites: [ruleTests('dose-guard')],
  },
  {
    rule: 'a dosage below the lowest is pointed out (Q-15)',
    mark: 'dose-under',
    off: 'never',
    suites: [ruleTests('dose-guard')],
  },
  {
    rule: 'a third of the lowest is red (Q-15)',
    mark: 'dose-far-under',
    off: 'never',
    suites: [ruleTests('dose-guard')],
  },
  {
    rule: 'ten times the usual dosage and a tenth of it are red (Q-15)',
    mark: 'dose-point',
    off: { put: '[]' },
    suites: [ruleTests('dose-guard')],
  },
  {
    rule: 'without a limit on that side, anything farther off is red too (Q-15)',
    mark: 'dose-point-far',
    off: 'always',
    suites: [ruleTests('dose-guard')],
  },
  {
    rule: 'more than the cap is red (Q-15)',
    mark: 'dose-cap',
    off: 'never',
    suites: [ruleTests('dose-guard')],
  },
  {
    rule: 'a cap in mg is not compared with units or mEq (Q-15)',
    mark: 'dose-cap-mg',
    off: 'never',
    suites: [ruleTests('dose-guard')],
  },
  {
    rule: 'the volume of a cap is never rounded up (Q-15)',
    mark: 'dose-cap-down',
    off: { put: '(2n * ml.over * 10n ** BigInt(scale) + ml.under) / (2n * ml.under)' },
    suites: [ruleTests('dose-guard')],
  },
  {
    rule: 'a drug that is never given to the species is red (Q-15)',
    mark: 'dose-never',
    off: 'never',
    suites: [ruleTests('dose-guard')],
  },
  {
    rule: 'mg per lb is asked for (Q-15)',
    mark: 'dose-lb-kg',
    off: { put: '[]' },
    suites: [ruleTests('dose-guard')],
  },
  {
    rule: 'it is not asked for inside the limits (Q-15)',
    mark: 'lb-kg-outside',
    off: 'always',
    suites: [ruleTests('dose-guard')],
  },
  {
    rule: 'more than a syringe holds is pointed out (Q-15)',
    mark: 'dose-syringe',
    off: 'never',
    suites: [ruleTests('dose-guard')],
  },
  {
    rule: 'too little to draw up exactly is pointed out (Q-15)',
    mark: 'dose-syringe-small',
    off: 'never',
    suites: [ruleTests('dose-guard')],
  },
  {
    rule: 'another strength of the same drug is pointed out (Q-15)',
    mark: 'dose-strength',
    off: 'never',
    suites: [ruleTests('dose-guard')],
  },
  {
    rule: 'another unit is no other strength (Q-15)',
    mark: 'strength-unit',
    off: { put: "''" },
    suites: [ruleTests('dose-guard')],
  },
  {
    rule: 'nor is a drug of the other species (Q-15)',
    mark: 'strength-species',
    off: 'never',
    suites: [ruleTests('dose-guard')],
  },
  {
    rule: 'limits that nobody recorded are said (Q-15)',
    mark: 'dose-no-limits',
    off: 'never',
    suites: [ruleTests('dose-guard')],
  },
  {
    rule: 'both ends of an emergency drug meet both limits (Q-15)',
    mark: 'dose-ends',
    off: { put: '[low.dosage, high.dosage]' },
    suites: [ruleTests('dose-guard')],
  },
  {
    rule: 'the form of a drug compares a dosage with the limits beside it (Q-15)',
    mark: 'form-limits',
    off: { put: 'null' },
    suites: [ruleTests('drug-form-guard')],
  },
  {
    rule: 'and with the dosage as it was saved before (Q-15)',
    mark: 'saved-dosage',
    off: { put: 'undefined' },
    suites: [ruleTests('drug-form-guard')],
  },
  {
    rule: 'a concentration that moved as a point does is asked about (Q-15)',
    mark: 'saved-concentration',
    off: 'never',
    suites: [ruleTests('drug-form-guard')],
  },
  {
    rule: 'but is never compared with one of another unit (Q-15)',
    mark: 'saved-concentration-unit',
    off: 'never',
    suites: [ruleTests('drug-form-guard')],
  },
  {
    rule: 'but never with one of another unit (Q-15)',
    mark: 'saved-unit',
    off: 'never',
    suites: [ruleTests('drug-form-guard')],
  },
  {
    rule: 'a copy is judged by what was copied along (Q-15)',
    mark: 'judged-as-copied',
    off: { put: 'theirs?.limits?.[species] ?? undefined' },
    suites: [ruleTests('library-lookup', 'copied-drug-guard')],
  },
  {
    rule: 'and never by a drug of another unit (Q-15)',
    mark: 'judged-unit',
    off: { put: 'true' },
    suites: [ruleTests('library-lookup')],
  },
  {
    rule: 'the drug of the same name is one of the species (Q-15)',
    mark: 'source-species',
    off: { put: '!byKey.has(key)' },
    suites: [ruleTests('library-lookup')],
  },
  {
    rule: 'a row of a protocol names no strength that it is said to differ from (Q-15)',
    mark: 'said-strength',
    off: { put: 'strengths' },
    suites: [ruleTests('copied-drug-guard')],
  },
  {
    rule: 'a draw without a weight is not compared with limits per kg (Q-15)',
    mark: 'draw-no-weight',
    off: { put: 'limits' },
    suites: [ruleTests('single-draw-guard')],
  },
  {
    rule: 'a name alone is the same patient only on the same day (Q-15)',
    mark: 'name-of-the-day',
    off: { put: 'true' },
    suites: [ruleTests('earlier-weight')],
  },
  {
    rule: 'an edit keeps the limits that its form does not show',
    mark: 'unseen-limits',
    off: { put: 'null' },
    suites: [{ workspace: 'sync-protocol', files: ['src/rules/drug-form.test.ts'] }],
  },
  {
    rule: 'a controlled drug is measured in mg',
    mark: 'controlled-in-mg',
    off: { put: 'true' },
    suites: [amountUnits],
  },
  {
    rule: 'an edit of edition 1 was made over mg (M3)',
    mark: 'saw-mg',
    off: { put: 'was' },
    suites: [amountUnits],
  },
  {
    rule: 'the log puts no number under another’s unit (M3)',
    mark: 'logged-aside',
    off: { put: 'withPaths(stands, op.set)' },
    suites: [amountUnits],
  },
  {
    rule: 'nor does it where a conflict is settled (M3)',
    mark: 'logged-side',
    off: { put: 'values' },
    suites: [amountUnits],
  },
  {
    rule: 'a drug is reversed by the row of the patient’s species (Q-16)',
    mark: 'reversal-species',
    off: { put: 'namedAs(name, reversal.name)' },
    suites: [ruleTests('reversals')],
  },
  {
    rule: 'and by a drug that is for that species (Q-16)',
    mark: 'reversal-agent-species',
    off: { put: 'true' },
    suites: [ruleTests('reversals')],
  },
  {
    rule: 'a longer name is the drug only if its further words name nothing else (Q-16)',
    mark: 'reversed-name',
    off: 'never',
    suites: [ruleTests('reversals')],
  },
  {
    rule: 'a reversal by mass counts all that is given of the drug (Q-16)',
    mark: 'masses-added',
    off: { put: 'dosage' },
    suites: [ruleTests('reversals')],
  },
  {
    rule: 'a bag that the drug alone would fill is said to be too full',
    mark: 'bag-too-full',
    off: 'never',
    suites: [ruleTests('infusion')],
  },
  {
    rule: 'a drug is dosed only in what it is measured in',
    mark: 'infusion-amount',
    off: 'always',
    suites: [web('src/features/calculator/infusion-form.test.ts')],
  },
  {
    rule: 'a dose that was typed for one unit never counts for another',
    mark: 'infusion-dose-unit',
    off: { put: 'form.dose' },
    suites: [web('src/features/calculator/infusion-form.test.ts')],
  },
  {
    rule: 'nor does a loading dose',
    mark: 'loading-dose-unit',
    off: { put: 'form.loading' },
    suites: [web('src/features/calculator/infusion-form.test.ts')],
  },
  {
    rule: 'a concentration in mg/ml is none in units/ml',
    mark: 'infusion-strength-unit',
    off: { put: 'form.concentration' },
    suites: [web('src/features/calculator/infusion-form.test.ts')],
  },
  {
    rule: 'nothing is computed of a dose without a unit',
    mark: 'infusion-unit',
    off: 'never',
    suites: [web('src/features/calculator/infusion-results.test.ts')],
  },
  {
    rule: 'nor of a loading dose without one',
    mark: 'loading-unit',
    off: 'never',
    suites: [web('src/features/calculator/infusion-results.test.ts')],
  },
  {
    rule: 'a dose is compared with the limits of infusions (Q-15)',
    mark: 'infusion-limits',
    off: { put: '[]' },
    suites: [web('src/features/calculator/infusion-results.test.ts')],
  },
  {
    rule: 'outside of them it is amber or red (Q-15)',
    mark: 'infusion-outside',
    off: { put: '[]' },
    suites: [ruleTests('infusion-guard')],
  },
  {
    rule: 'mcg per lb is asked for (Q-15)',
    mark: 'infusion-lb-kg',
    off: { put: '[]' },
    suites: [ruleTests('infusion-guard')],
  },
  {
    rule: 'and so is another unit in which the number lies within them (Q-15)',
    mark: 'infusion-other-unit',
    off: { put: '[]' },
    suites: [ruleTests('infusion-guard')],
  },
  {
    rule: 'limits of infusions are in what the drug is measured in',
    mark: 'infusion-limit-unit',
    off: 'always',
    suites: [ruleTests('infusion-limits')],
  },
  {
    rule: 'they have a unit',
    mark: 'infusion-limit-without-unit',
    off: 'never',
    suites: [ruleTests('infusion-limits')],
  },
  {
    rule: 'the highest is not below the lowest',
    mark: 'infusion-limits-order',
    off: 'never',
    suites: [ruleTests('infusion-limits')],
  },
  {
    rule: 'a form of an earlier release leaves them as they are',
    mark: 'infusion-limits-kept',
    off: { put: 'null' },
    suites: [ruleTests('infusion-limits')],
  },
  {
    rule: 'an edit keeps those that its form does not show',
    mark: 'unseen-infusion-limits',
    off: { put: 'null' },
    suites: [ruleTests('infusion-limits')],
  },
  {
    rule: 'a drug that is never given to a species is not run into it without a word',
    mark: 'infusion-never',
    off: { put: '[]' },
    suites: [web('src/features/calculator/infusion-results.test.ts')],
  },
  {
    rule: 'a concentration that the library does not have is pointed out',
    mark: 'infusion-strength',
    off: 'never',
    suites: [web('src/features/calculator/infusion-results.test.ts')],
  },
  {
    rule: 'what was typed for one patient is never another one’s',
    mark: 'calculation-patient',
    off: 'always',
    suites: [web('src/features/calculator/kept-calculation.test.ts')],
  },
  {
    rule: 'a rate too low for a pump is pointed out',
    mark: 'pump-too-slow',
    off: 'never',
    suites: [ruleTests('pump')],
  },
  {
    rule: 'a rate too high for a pump is pointed out',
    mark: 'pump-too-fast',
    off: 'never',
    suites: [ruleTests('pump')],
  },
  {
    rule: 'a rate that the steps of a pump change by more than a tenth is pointed out',
    mark: 'pump-steps',
    off: 'always',
    suites: [ruleTests('pump')],
  },
  {
    rule: 'what is given by weight is given once for two drugs (Q-16)',
    mark: 'given-once',
    off: { put: 'reversal' },
    suites: [ruleTests('reversals')],
  },
  {
    rule: 'it counts mg alone (Q-16)',
    mark: 'mass-in-mg',
    off: 'never',
    suites: [ruleTests('reversals')],
  },
  {
    rule: 'a mixture has no mass that could be reversed (Q-16)',
    mark: 'mass-of-one',
    off: 'never',
    suites: [ruleTests('reversals')],
  },
  {
    rule: 'a multiple of a dose is only for a drug measured in mg (Q-16)',
    mark: 'times-mass-in-mg',
    off: { put: 'true' },
    suites: [{ workspace: 'sync-protocol', files: ['src/records/reversal.test.ts'] }],
  },
  {
    rule: 'and so the form says (Q-16)',
    mark: 'times-mass-in-mg-form',
    off: { put: 'null' },
    suites: [ruleTests('reversal-form')],
  },
  {
    rule: 'an edit keeps the reversals that its form does not show (Q-16)',
    mark: 'unseen-reversals',
    off: { put: 'false' },
    suites: [ruleTests('reversal-form')],
  },
  {
    rule: 'a drug is reversed in one way for one species (Q-16)',
    mark: 'one-reversal',
    off: { put: 'true' },
    suites: [{ workspace: 'sync-protocol', files: ['src/records/reversal.test.ts'] }],
  },
  {
    rule: 'no shock is above the high value (Q-16)',
    mark: 'joules-down',
    off: { put: '(most.over + most.under - 1n) / most.under' },
    suites: [ruleTests('defibrillation')],
  },
  {
    rule: 'nor of 0 J (Q-16)',
    mark: 'joules-none',
    off: 'never',
    suites: [ruleTests('defibrillation')],
  },
  {
    rule: 'who was just weighed does not come back to the scale with the weight from before',
    mark: 'weighed-now',
    off: 'never',
    suites: [web('src/features/day/day-list.test.ts')],
  },
  {
    rule: 'of many patients, whom a colleague planned since they were chosen is left',
    mark: 'seen-plan',
    off: 'always',
    suites: [web('src/features/day/many.test.ts')],
  },
  {
    rule: 'one thing is set only for rows that have what was seen of them',
    mark: 'plan-as-seen',
    off: 'always',
    suites: [web('src/features/day/set-for-many.test.ts')],
  },
  {
    rule: 'a weight is taken back only while it is the one that was set',
    mark: 'weight-as-set',
    off: 'always',
    suites: [web('src/features/day/day-actions.test.ts')],
  },
  {
    rule: 'what a day needs counts no weight of which two versions wait',
    mark: 'contested-needs',
    off: 'never',
    suites: [web('src/features/day/planned-rows.test.ts')],
  },
  {
    rule: 'a label says no weight of which two versions wait',
    mark: 'contested-label',
    off: 'never',
    suites: [web('src/features/day/labels-of.test.ts')],
  },
  {
    rule: 'no label is made without the name of its drug or its patient',
    mark: 'named-labels',
    off: 'gone',
    suites: [web('src/exports/draw-labels.test.ts')],
  },
  {
    rule: "a code is never recorded for another tab's sheet (Q-18)",
    mark: 'own-code',
    off: { put: 'readOwnDrafts(userId).last' },
    suites: [web('src/features/new-sheet/sheet-desk.test.ts')],
  },
  {
    rule: 'a tap that was a mistake counts for nothing (Q-18)',
    mark: 'void-tap',
    off: 'always',
    suites: [ruleTests('code')],
  },
  {
    rule: 'only the demonstration can be removed (Q-86)',
    file: 'migrations/0017-demonstration-can-be-reset.sql',
    find: 'WHERE org_id = which AND demo)',
    off: { put: 'WHERE org_id = which)' },
    suites: [removedDemonstration],
  },
  {
    rule: 'only a tablet of the demonstration takes it for removed (Q-86)',
    mark: 'demonstration-only',
    off: { put: 'false' },
    suites: [web('src/sync/start.test.ts')],
  },
  {
    rule: 'a clinic never becomes the demonstration (Q-86)',
    file: 'migrations/0016-demonstration-can-go.sql',
    find: 'CREATE TRIGGER same_kind BEFORE UPDATE OF demo ON organizations',
    off: { put: 'CREATE TRIGGER same_kind BEFORE UPDATE OF created_at ON organizations' },
    suites: [removedDemonstration],
  },
  {
    rule: 'a PDF has no drug without its name',
    mark: 'named-rows',
    off: 'never',
    suites: [web('src/exports/draw-sheet.test.ts')],
  },
  {
    rule: 'a mixture has the colour of none of its drugs',
    mark: 'label-mixture',
    off: 'always',
    suites: [ruleTests('label-class')],
  },
  {
    rule: 'a page of the room view cuts no row',
    mark: 'room-page-fits',
    off: 'always',
    suites: [web('src/ui/room-pages.test.ts')],
  },
  {
    rule: 'a PDF of emergency doses has no drug without its name',
    mark: 'named-emergency-rows',
    off: 'never',
    suites: [web('src/exports/draw-emergency.test.ts')],
  },
  {
    rule: 'a PDF of a code has no drug without its name',
    mark: 'named-code',
    off: 'never',
    suites: [web('src/exports/draw-code.test.ts')],
  },
  {
    rule: 'the PDF of a code says what its sheet says otherwise',
    mark: 'code-paper-says',
    off: 'gone',
    suites: [web('src/exports/draw-code.test.ts')],
  },
  {
    rule: 'a PDF of a balance sheet has the name of its drug',
    mark: 'named-balance',
    off: 'never',
    suites: [web('src/exports/draw-balance.test.ts')],
  },
  {
    rule: 'a PDF of blank balance sheets has the name of its drug',
    mark: 'named-blanks',
    off: 'never',
    suites: [web('src/exports/draw-blanks.test.ts')],
  },
]

install()
const chosen = rules.filter(({ rule }) => values.only === undefined || rule.includes(values.only))
const marked = marksIn(sources())
// One that is not found is said before anything is run.
const misfits = [
  ...chosen.flatMap((each) => {
    const found = siteOf(each)
    return typeof found === 'string' ? [`${each.rule}: ${found}`] : []
  }),
  ...[...marked.keys()]
    .filter((mark) => !rules.some((each) => each.mark === mark))
    .map((mark) => `@rule ${mark}: nothing says how it is switched off`),
]
for (const misfit of misfits) console.error(misfit)
if (misfits.length > 0 || chosen.length === 0) process.exit(1)
if (values.fits) {
  console.log(`rules off: ${chosen.length} rules found`)
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
  // The set-up of the PostgreSQL tests takes what was built of it.
  const built = join('sync-protocol', 'dist')
  if (existsSync(join(root, built))) cpSync(join(root, built), join(copy, built), { recursive: true })
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

/** The product's sources by their paths. */
function sources() {
  const listed = spawnSync('git', ['ls-files', '-z', '*.ts', '*.tsx'], { cwd: root, encoding: 'utf8' }).stdout
  return listed
    .split('\0')
    .filter((name) => name && !/\.test\.|\/testing/.test(name) && existsSync(join(root, name)))
}

/** Where each mark stands: its file, and the end of its comment. */
function marksIn(files) {
  const found = new Map()
  for (const file of files) {
    const source = readFileSync(join(root, file), 'utf8')
    for (const { 0: text, 1: mark, index } of source.matchAll(/(?:\/\/|\/\*) @rule ([a-z-]+)(?: \*\/)?/g))
      found.set(mark, [...(found.get(mark) ?? []), { file, source, end: index + text.length }])
  }
  return found
}

/** A rule's file and the text with it off; in words why there is none. */
function siteOf({ file, find, mark, off }) {
  if (find !== undefined) {
    const source = readFileSync(join(root, file), 'utf8')
    if (source.split(find).length !== 2) return `not exactly once in ${file}`
    return { file, source, without: source.replace(find, () => off.put) }
  }
  const places = marked.get(mark) ?? []
  const [place] = places
  if (places.length !== 1) return `@rule ${mark} stands in ${places.length} places`
  const node = nodeAfter(place)
  if (node === undefined) return `nothing stands after @rule ${mark} in ${place.file}`
  const switched = switchedOff(node, off, place.source)
  if (switched === undefined) return `@rule ${mark} in ${place.file} is no place for ${JSON.stringify(off)}`
  const [start, end, text] = switched
  // A name that is not there any more would be noticed for another reason than the rule.
  const strange = text
    .match(/\b[A-Za-z_]\w*\b/g)
    ?.filter((name) => !SYNTAX.has(name) && !place.source.includes(name))
  if (strange?.length > 0) return `${place.file} does not know ${strange.join(', ')}`
  return { ...place, without: place.source.slice(0, start) + text + place.source.slice(end) }
}

/** The outermost statement or expression that begins where the mark ends. */
function nodeAfter({ file, source, end }) {
  const start = end + /^\s*/.exec(source.slice(end))[0].length
  let found
  const look = (node) => {
    if (node === null || typeof node !== 'object') return
    if (Array.isArray(node)) return node.forEach(look)
    if (typeof node.type !== 'string') return
    if (node.start === start && (found === undefined || node.end > found.end)) found = node
    for (const value of Object.values(node)) look(value)
  }
  look(parseSync(join(root, file), source).program)
  return found
}

function switchedOff(node, off, source) {
  const condition = node.type === 'IfStatement' ? node.test : node
  const isStatement = /Statement$|Declaration$/.test(node.type)
  if (off === 'never' || off === 'always')
    return isStatement && node.type !== 'IfStatement'
      ? undefined
      : [condition.start, condition.end, `Boolean(${off === 'never' ? 0 : 1})`]
  if (off === 'gone') return isStatement ? [node.start, node.end, ';'] : undefined
  if (off.put !== undefined) return isStatement ? undefined : [node.start, node.end, off.put]
  if (off.does !== undefined && node.type === 'IfStatement')
    return [node.consequent.start, node.consequent.end, off.does]
  if (off.first !== undefined && isStatement)
    return [node.start, node.end, `${off.first}\n${source.slice(node.start, node.end)}`]
  return undefined
}

/** Runs the suites with the rule off until one fails; says which test it was. */
function noticed(each) {
  const { rule, suites } = each
  const { file, source, without } = siteOf(each)
  const path = join(copy, file)
  writeFileSync(path, without)
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
