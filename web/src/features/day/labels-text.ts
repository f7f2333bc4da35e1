import type { LabelSize } from '../../exports/label-paper.ts'
import { needsText } from './needs-text.ts'

const labels = (count: number) => (count === 1 ? '1 label' : `${count} labels`)

export type LabelsOf = 'syringes' | 'patients'

export const labelsText = {
  open: 'Print labels',
  title: 'Print Labels',
  of: 'Labels for',
  kinds: { syringes: 'Syringes', patients: 'Patients' } as Readonly<Record<LabelsOf, string>>,
  size: 'Label size in mm',
  sizes: {
    '50.8x25.4': '50.8 x 25.4',
    '57x32': '57 x 32',
    '62x29': '62 x 29',
  } as Readonly<Record<LabelSize, string>>,
  list: 'Patients',
  quickly: 'Choose patients',
  notPrinted: (count: number) => `NOT PRINTED (${count})`,
  all: (count: number) => `ALL (${count})`,
  nobody: 'NONE',
  labels,
  printed: (count: string, before: number) =>
    `${count}, printed ${before === 1 ? 'once' : `${before} times`} on this tablet`,
  chosen: (count: number) => `${labels(count)}, one a page`,
  print: (count: number) => (count === 0 ? 'PRINT' : `PRINT ${count}`),
  printing: 'PRINTING',
  cancel: 'CANCEL',
  needOne: 'Please choose at least one patient.',
  noLabels: (named: readonly string[]) =>
    `${named.length === 1 ? '1 patient has' : `${named.length} patients have`} no labels yet: ${named.join(', ')}.`,
  lacks: needsText.lacks,
  none: 'No patient has labels to print yet.',
  nameless: (names: readonly string[]) =>
    `A PDF cannot print ${names.map((name) => `“${name}”`).join(', ')}. Please take ${names.length === 1 ? 'it' : 'them'} out, or write ${names.length === 1 ? 'that label' : 'those labels'} by hand.`,
  notPrintedNow: 'The labels could not be made. Please try again.',
  done: (count: number) => `${labels(count)} in one PDF. Print it at actual size.`,
  fileName: (day: string, of: LabelsOf) => `${day} - ${of === 'syringes' ? 'Syringe' : 'Patient'} labels`,
} as const
