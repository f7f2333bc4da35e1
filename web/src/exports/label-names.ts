import type { LabelPaper } from './label-paper.ts'
import { lostNames } from './letters.ts'

/** The drugs and patients whose names a PDF cannot print, each once: no label is made of what would be nameless. */
export function unprintableNames({ of, labels }: LabelPaper): string[] {
  const names =
    of === 'syringes'
      ? labels.flatMap(({ drug, patient }) => [drug, patient])
      : labels.map(({ patient }) => patient)
  const patients = labels.map(({ patient }) => patient)
  const drugs = of === 'syringes' ? labels.map(({ drug }) => drug) : []
  const lost = new Set([...lostNames(drugs), ...lostNames(patients)])
  return [...new Set(names)].filter((name) => name.trim() === '' || lost.has(name))
}
