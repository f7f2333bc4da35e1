import { CANINE, type Species } from '../records/fields.ts'
import { shortText } from './dose.ts'
import { ratioText } from './ratio-text.ts'
import type { WeightFinding, WeightGuard } from './weight-guard.ts'

/** '03/01' of '2026-03-01'. */
export const monthAndDay = (day: string) => day.slice(5).replace('-', '/')

const QUESTION = { earlier: '', pounds: ': pounds or kilograms?', point: ': a point in another place?' }

function sentence(finding: WeightFinding, [typed, other]: WeightGuard['shown'], species: Species): string {
  if (finding.kind === 'band') {
    const far = finding.level === 'red' ? `too ${finding.side}` : finding.side
    return `${typed} is ${other}, ${far} for a ${species === CANINE ? 'dog' : 'cat'}.`
  }
  const { kind, ratio, earlier } = finding
  return `Last weighed ${shortText(earlier.kg)} kg on ${monthAndDay(earlier.day)}. This is ${ratioText(ratio)} that${QUESTION[kind] || '.'}`
}

/** What a weight guard says: '8.8 kg is 19.4 lb, heavy for a cat. 8.8 lb would be 3.99 kg.' Empty when it is quiet. */
export function weightWords({ findings, shown, offer }: WeightGuard, species: Species): string {
  const said = findings.map((finding) => sentence(finding, shown, species))
  return [...said, ...(offer === null ? [] : [`${offer[0]} would be ${offer[1]}.`])].join(' ')
}
