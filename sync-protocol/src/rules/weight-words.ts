import { CANINE, type Species } from '../records/fields.ts'
import { weightIn } from './dose.ts'
import { ratioText } from './ratio-text.ts'
import type { WeightFinding, WeightGuard } from './weight-guard.ts'

/** '03/01' of '2026-03-01'. */
export const monthAndDay = (day: string) => day.slice(5).replace('-', '/')

/** What the sentence on an earlier weight ends with. */
type Ends = Readonly<Record<Exclude<WeightFinding['kind'], 'band'>, string>>
const ASKED: Ends = {
  earlier: '.',
  pounds: ': pounds or kilograms?',
  point: ': a point in another place?',
}
/** Of a sheet that is made nothing is asked any more. */
const SAID: Ends = {
  earlier: '.',
  pounds: ', as if pounds and kilograms were exchanged.',
  point: ', as if the point were in another place.',
}

type Guard = Pick<WeightGuard, 'findings' | 'units' | 'shown' | 'offer'>

function sentence(
  finding: WeightFinding,
  { shown: [typed, other], units }: Guard,
  species: Species,
  ends: Ends,
): string {
  if (finding.kind === 'band') {
    const far = finding.level === 'red' ? `too ${finding.side}` : finding.side
    return `${typed} is ${other}, ${far} for a ${species === CANINE ? 'dog' : 'cat'}.`
  }
  const { kind, ratio, earlier } = finding
  const was = earlier.estimated === true ? 'Last estimated at' : 'Last weighed'
  const whose = earlier.by_name === true ? ' (same name, no ID)' : ''
  // In the unit of the sheet, so that the two are compared at sight; it may have been weighed in the other.
  return `${was} ${weightIn(earlier.kg, units)} on ${monthAndDay(earlier.day)}${whose}. This is ${ratioText(ratio)} that${ends[kind]}`
}

function wordsWith(ends: Ends, guard: Guard, species: Species): string {
  const { findings, offer } = guard
  const said = findings.map((finding) => sentence(finding, guard, species, ends))
  return [...said, ...(offer === null ? [] : [`${offer[0]} would be ${offer[1]}.`])].join(' ')
}

/** What a weight guard says: '8.8 kg is 19.4 lb, heavy for a cat. 8.8 lb would be 3.99 kg.' Empty when it is quiet. */
export const weightQuestion = (guard: Guard, species: Species): string => wordsWith(ASKED, guard, species)

/** The same as a statement, for a sheet that is printed or saved. */
export const weightStatement = (guard: Guard, species: Species): string => wordsWith(SAID, guard, species)
