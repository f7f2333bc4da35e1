import { tapsOfSheet } from '../../data/view/code-events.ts'
import { sectionClasses } from '../../data/view/library-sections.ts'
import { codeRows, type CodeRow } from '../../exports/code-rows.ts'
import type { SheetPaper } from '../../exports/sheet-paper.ts'
import { sheetWeight } from '../../records/sheet-weight.ts'

/** What was done in a code of the sheet's patient; empty without one. */
export const codeOfSheet = async (sheetId: string | undefined, timeZone: string): Promise<CodeRow[]> =>
  sheetId === undefined ? [] : codeRows(await tapsOfSheet(sheetId), timeZone)

/** The code as it stands at the press. Never left out silently: without it there is no paper. */
async function withCode(paper: SheetPaper, timeZone: string): Promise<SheetPaper> {
  const code = await codeOfSheet(paper.sheet_id, timeZone)
  return code.length === 0 ? paper : { ...paper, code }
}

/** Read at the press: who presses at once gets the colours of the classes too. A paper without them is better than none. */
async function withClasses(paper: SheetPaper): Promise<SheetPaper> {
  try {
    return { ...paper, drug_classes: await sectionClasses() }
  } catch (error) {
    console.error(error)
    return paper
  }
}

/** What is unusual about its weight, by the sheets on this tablet. */
async function withWeight(paper: SheetPaper): Promise<SheetPaper> {
  const found = await sheetWeight(paper)
  return found === null ? paper : { ...paper, unusual_weight: found.words }
}

/** A paper with what the tablet knows beside the sheet itself. */
export const withTabletFacts = async (paper: SheetPaper, timeZone: string): Promise<SheetPaper> =>
  withClasses(await withWeight(await withCode(paper, timeZone)))
