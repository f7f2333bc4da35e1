import type { DayRow } from '../../data/view/day-rows.ts'
import { announce } from '../../ui/announcement.ts'
import { showToast } from '../../ui/toast-queue.ts'
import { isOnSheet, weighed, weighRow, type Weighing } from './day-actions.ts'
import { weightOf } from './day-list.ts'
import { dayText as text } from './day-text.ts'

/** A weight that was just stored, and what takes it back. */
export interface JustWeighed {
  id: string
  name: string
  words: string
  takeBack: () => Promise<boolean>
  /** An open sheet has it. */
  isOnSheet: () => Promise<boolean>
}

export async function weigh(row: DayRow, weighing: Weighing): Promise<JustWeighed> {
  const takeBack = await weighRow(row, weighing)
  const weight = weightOf(weighed(row.content, weighing))?.join(' · ') ?? ''
  const { name } = row.content
  return {
    id: row._id,
    name,
    words: text.weighed(name, weight),
    takeBack,
    isOnSheet: () => isOnSheet(row._id, weighing),
  }
}

export async function takeWeightBack({ name, takeBack, isOnSheet: isStill }: JustWeighed): Promise<void> {
  try {
    if (!(await takeBack())) showToast({ kind: 'attention', text: text.weightStays(name) })
    else if (await isStill()) showToast({ kind: 'attention', text: text.weightOnSheet(name) })
    else announce(text.weightTakenBack(name))
  } catch (error) {
    console.error(error)
    showToast({ kind: 'harm', text: text.notSaved })
  }
}

export const tellWeighed = (just: JustWeighed): number =>
  showToast({ text: just.words, undo: () => void takeWeightBack(just) })
