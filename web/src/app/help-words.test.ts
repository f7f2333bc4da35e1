import { expect, it } from 'vitest'
import { guideText } from '../features/help/guide-text.ts'
import { infusionsText } from '../features/help/infusions-text.ts'
import { balanceExample, PASSAGES } from '../features/help/help-text.ts'
import { volumesText } from '../features/help/volumes-text.ts'
import { homeText } from '../features/home/home-text.ts'
import { createText } from '../features/controlled-substances/create/create-text.ts'
import { dayText } from '../features/day/day-text.ts'
import { sheetText } from '../features/new-sheet/sheet-text.ts'
import { doseText } from '../records/dose-text.ts'
import { patientText } from '../records/patient-text.ts'
import { roomText } from '../ui/room-view-text.ts'
import { palette, sync } from './shell-text.ts'

it('says of a volume what the sheet says of it', () => {
  const { tooSmall, far, exact } = volumesText
  expect([tooSmall, far, exact('0.013')]).toEqual([
    doseText.tooSmall,
    doseText.rounding,
    doseText.exact('0.013'),
  ])
})

it('calls what is to be pressed by the words that stand on it', () => {
  const said = [
    ...guideText.make,
    ...guideText.controlled,
    ...infusionsText.where,
    ...infusionsText.units,
    ...Object.values(PASSAGES).flatMap((passages) =>
      passages.flatMap(({ paragraphs, points = [] }) => [...paragraphs, ...points]),
    ),
  ].join(' ')
  const { newSheet, day, singleDraws, controlledSubstances, calculator } = homeText.tiles
  const { fullDraw, partialDraw, addBalance, editBalance } = createText
  for (const words of [
    newSheet,
    day,
    dayText.add,
    dayText.weigh(0),
    dayText.done,
    dayText.skip,
    singleDraws,
    controlledSubstances,
    calculator,
    sheetText.calculatorShort,
    patientText.otherPatient,
    sheetText.procedure,
    sheetText.anesthesia,
    sheetText.export,
    fullDraw,
    partialDraw,
    addBalance,
    editBalance,
    sync.attention,
    palette.search,
    roomText.open,
    roomText.next,
    roomText.close,
  ])
    expect(said).toContain(words)
  expect(balanceExample.patients).toHaveLength(3)
})
