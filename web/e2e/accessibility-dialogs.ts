import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

const SOURCES = resolve(import.meta.dirname, '../src')
const NAMED = /<(?:Modal|RoomView|DialogFrame|Message|Question|ReasonQuestion|(?:Record)?Picker)\b/g

/** Parts that the dialogs of others are made of. */
const PARTS = [
  'ui/dialog-frame.tsx',
  'ui/modal-dialog.tsx',
  'ui/picker.tsx',
  'ui/question-dialog.tsx',
  'ui/room-view-dialog.tsx',
  'ui/toasts.tsx',
]

/** How many dialogs each source of the screens and of what they share makes. */
export function usesOfDialogs(): Record<string, number> {
  const files = ['app', 'features', 'records', 'ui'].flatMap((folder) =>
    readdirSync(join(SOURCES, folder), { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.tsx') && !file.endsWith('.test.tsx'))
      .map((file) => `${folder}/${file.replaceAll('\\', '/')}`)
      .filter((file) => !PARTS.includes(file)),
  )
  const counted = files.map((file) => [
    file,
    readFileSync(join(SOURCES, file), 'utf8').match(NAMED)?.length ?? 0,
  ])
  return Object.fromEntries(counted.filter(([, uses]) => uses !== 0)) as Record<string, number>
}

/** The sweep does not come to it; says why that hides nothing. */
interface Not {
  not: string
}

const OTHER_WORDS = {
  not: 'The same question or message with other words; needs another tablet or other people.',
}
const GONE = {
  not: 'One line of text in the frame of the dialog beside it: the record was deleted just now.',
}

/** Where the sweep looks at each dialog, in the order of the source. */
export const DIALOGS: Readonly<Record<string, readonly (string | Not)[]>> = {
  'app/leave-watch.tsx': ['leaving an open sheet'],
  'app/log-out-question.tsx': ['logging out'],
  'features/account/own-sessions.tsx': [OTHER_WORDS],
  'features/all-data/all-data-modal.tsx': ['all data, before it is exported'],
  'features/calculator/drug-picker.tsx': ['which drug of an infusion'],
  'features/code/code-dialog.tsx': ['a code that goes on'],
  'features/code/tap-list.tsx': ['a tap that was a mistake'],
  'features/day/labels-modal.tsx': ['the labels of a day'],
  'features/day/many-modal.tsx': ['who of many is chosen', 'which protocol for many'],
  'features/day/needs-modal.tsx': ['the controlled drugs of a day'],
  'features/day/day-screen.tsx': [OTHER_WORDS],
  'features/day/paste-modal.tsx': ['a list to paste', 'the pasted rows'],
  'features/day/row-modal.tsx': ['a patient of the day'],
  'features/day/weigh-modal.tsx': ['a patient on the scale'],
  'features/controlled-substances/chart/chart-dialog.tsx': ['a chart'],
  'features/controlled-substances/create/create-modals.tsx': [
    'a balance below zero',
    'a draw far from its record',
    'the question before a table is cleared',
    'saving below zero',
  ],
  'features/controlled-substances/create/draw-step.tsx': ['the draws', 'a draw chosen twice'],
  'features/controlled-substances/create/measure-question.tsx': [
    'a measured volume far from the dose',
    'a volume too small to be computed',
  ],
  'features/controlled-substances/create/previous-step.tsx': ['the balance before'],
  'features/controlled-substances/create/saved-step.tsx': ['a saved balance sheet'],
  'features/controlled-substances/create/substance-step.tsx': ['the substance of a balance sheet'],
  'features/controlled-substances/create/volume-forms.tsx': ['PARTIAL DRAW'],
  'features/controlled-substances/list/combine-balances.tsx': ['combining'],
  'features/controlled-substances/list/date-range-dialog.tsx': ['a range of days'],
  'features/controlled-substances/list/delete-balances.tsx': ['the reason for deleting a balance sheet'],
  'features/controlled-substances/view/balance-modal.tsx': [GONE, 'its export settings', 'a balance sheet'],
  'features/controlled-substances/view/blanks-modal.tsx': ['blank sheets'],
  'features/device/revoked-screen.tsx': [OTHER_WORDS],
  'features/devices/devices-screen.tsx': ['the question before a tablet is revoked'],
  'features/home/choice-modals.tsx': ['which species', 'which library'],
  'features/ledger/compare-printed.tsx': ['comparing with paper'],
  'features/library/csv/import-modal.tsx': ['a file of drugs to import', 'the drugs of a file'],
  'features/library/drugs/edit-sections.tsx': ['the sections in their form'],
  'features/library/drugs/move-dialog.tsx': ['to which section'],
  'features/library/editor/editor-frame.tsx': ['injections, a new one'],
  'features/library/list/delete-question.tsx': ['injections, the question before one is deleted'],
  'features/library/protocols/library-picker.tsx': ['the drugs of a section'],
  'features/library/protocols/section-picker.tsx': ['the sections of a protocol'],
  'features/needs-attention/complete-fields.tsx': [
    'the fields that could not stand',
    'the question before typed fields are left',
  ],
  'features/needs-attention/refused-card.tsx': ['the question before something is discarded'],
  'features/needs-attention/shut-out-card.tsx': [OTHER_WORDS],
  'features/new-sheet/double-check-dialog.tsx': ['a check by a second person'],
  'features/new-sheet/protocol-review.tsx': ['the review of a protocol'],
  'features/new-sheet/sheet-modals.tsx': [
    'no species chosen',
    'the question before a reset',
    'whether an emergency protocol is added',
    'the question before it is saved',
    'doses without a reason',
    'whose a saved sheet is',
  ],
  'features/new-sheet/sheet-picker.tsx': ['procedures'],
  'features/new-sheet/sheet-room.tsx': ['the plan, read from across the room'],
  'features/new-sheet/weight-keypad.tsx': ['the weight by large keys'],
  'features/organization/delete-user.tsx': ['the question before a user is deleted'],
  'features/organization/new-key.tsx': ['a new key', 'a key, shown once'],
  'features/organization/organization-screen.tsx': ['why one cannot delete oneself'],
  'features/organization/programs.tsx': ['the question before a key is revoked'],
  'features/organization/remove-demonstration.tsx': ['the question before the demonstration is removed'],
  'features/organization/user-form.tsx': ['a new user'],
  'features/palette/keys-dialog.tsx': ['the keys of every screen'],
  'features/palette/palette-dialog.tsx': ['the palette'],
  'features/saved-sheets/delete-question.tsx': ['the question before a sheet is deleted'],
  'features/saved-sheets/saved-room.tsx': ['a saved sheet, read from across the room'],
  'features/saved-sheets/sheet-modal.tsx': [GONE, 'its export settings', 'a saved sheet'],
  'features/sheet-export/export-window.tsx': ['the export window'],
  'features/sign-in/known-people.tsx': ['the question before somebody is forgotten'],
  'features/sign-in/switch-user.tsx': ['another person'],
  'ui/time-zone-field.tsx': ['time zones'],
  'features/single-draws/delete-question.tsx': ['the reason for deleting a draw'],
  'features/single-draws/draw-editor.tsx': ['a new single draw', 'saving a draw once more', 'leaving a draw'],
  'features/single-draws/draw-viewer.tsx': [GONE, 'a single draw'],
  'features/single-draws/procedure-picker.tsx': ['which procedure'],
  'features/single-draws/substance-picker.tsx': ['which substance'],
  'records/list-screen.tsx': ['records of others among the selected'],
  'records/record-picker.tsx': ['procedures'],
}
