import type { Lack } from './planned-rows.ts'

const patients = (count: number) => (count === 1 ? '1 patient' : `${count} patients`)
const are = (count: number) => (count === 1 ? 'is' : 'are')

export const needsText = {
  title: 'Controlled Drugs Needed',
  open: 'Controlled drugs needed',
  list: 'Controlled drugs',
  close: 'CLOSE',
  nothing: 'No controlled drug is needed for the patients that are counted.',
  strength: (concentration: string) => `${concentration} mg/ml`,
  schedule: (schedule: string) => `C-${schedule}`,
  draws: (count: number) => (count === 1 ? '1 draw' : `${count} draws`),
  /** '14.6 + 30 x 0.08 = 17 ml' */
  withLoss: (volume: string, draws: number, loss: string, total: string) =>
    `${volume} + ${draws} x ${loss} = ${total} ml`,
  needed: (name: string, total: string) => `${name}: ${total} ml needed`,
  counted: (count: number) => `${patients(count)} still to be drawn ${are(count)} counted.`,
  guessed: (count: number) =>
    count === 1 ? 'The weight of 1 of them is estimated.' : `The weights of ${count} of them are estimated.`,
  notCounted: (named: readonly string[]) =>
    `${patients(named.length)} ${are(named.length)} not counted: ${named.join(', ')}.`,
  lacks: (name: string, lack: Lack) => `${name} (${LACKS[lack]})`,
  over: (count: number) => `${patients(count)} already drawn or refused ${are(count)} not counted.`,
  tiny: (count: number) =>
    count === 1
      ? '1 volume below 0.01 ml counts as 0.01 ml.'
      : `${count} volumes below 0.01 ml count as 0.01 ml each.`,
  loss: (ml: string) =>
    `${ml} ml is added for each draw: the hub loss, which stays in the needle and hub. It is set in the clinic settings.`,
  noLoss:
    'Nothing is added for what stays in the needle and hub. This hub loss can be set in the clinic settings.',
  onlyNeeded:
    'These are the volumes that the sheets will print. They are not compared with what is in the bottles.',
} as const

const LACKS: Readonly<Record<Lack, string>> = {
  contested: 'two versions',
  weight: 'no weight',
  protocol: 'no protocol',
  both: 'no weight, no protocol',
  gone: 'protocol not in the library',
}
