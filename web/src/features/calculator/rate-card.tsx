import { isBelow, positiveFraction, times } from 'sync-protocol/rules/fraction'
import type { AddedToBag } from 'sync-protocol/rules/infusion'
import { numberText } from 'sync-protocol/rules/number-input'
import { GuardLines, type GuardLine } from '../../ui/guard-lines.tsx'
import { SettledStatus } from '../../ui/settled-status.tsx'
import { calculatorText as text } from './calculator-text.ts'
import { Choices } from './choices.tsx'
import type { InfusionForm } from './infusion-form.ts'
import type { InfusionResults } from './infusion-results.ts'
import { NumberField } from './number-field.tsx'
import { Result, StillNeeded } from './result.tsx'

interface RateCardProps {
  form: InfusionForm
  results: InfusionResults
  onChange: (part: Partial<InfusionForm>) => void
}

const WAYS = (['syringe', 'bag'] as const).map((value) => ({ value, label: text.ways[value] }))

/** What the pump runs: the drug as it is, or a bag and what is added to it. Never both, so that nobody sets the one for the other. */
export function RateCard({ form, results, onChange }: RateCardProps) {
  const { rate, bag, rateLines, lines, missing } = results
  const inBag = form.way === 'bag'
  const [found, quiet] = [
    lines.filter(({ level }) => level !== 'quiet'),
    lines.filter(({ level }) => level === 'quiet'),
  ]
  return (
    <section className="calc-card calc-rate" aria-label={text.rate}>
      <Choices legend={text.way} options={WAYS} chosen={form.way} onChoose={(way) => onChange({ way })} />
      {inBag && (
        <div className="fields">
          <NumberField
            label={text.volume}
            name="volume"
            value={form.volume}
            suffix={text.ml}
            onChange={(volume) => onChange({ volume })}
          />
          <NumberField
            label={text.bagRate}
            name="rate"
            value={form.rate}
            suffix={text.perHour}
            onChange={(bagRate) => onChange({ rate: bagRate })}
          />
        </div>
      )}
      <GuardLines findings={found} />
      <StillNeeded what={missing} />
      {inBag ? (
        <Bag form={form} bag={bag} rateLines={rateLines} />
      ) : (
        <Result
          main
          title={text.rate}
          value={rate?.text ?? null}
          unit={text.perHour}
          line={rate?.line ?? ''}
          lines={rateLines}
        />
      )}
      <SettledStatus text={saidOf(form, results)} />
      <GuardLines findings={quiet} />
    </section>
  )
}

/** Read out once nothing was typed for a moment. */
function saidOf({ way }: InfusionForm, { rate, bag }: InfusionResults): string {
  if (way === 'syringe') return rate === null ? '' : text.said(text.rate, rate.text, text.perHour)
  if (bag === 'too-full') return text.tooFull
  return bag === null ? '' : text.said(text.add, bag.drug.text, text.ml)
}

interface BagProps {
  form: InfusionForm
  bag: AddedToBag | 'too-full' | null
  rateLines: readonly GuardLine[]
}

function Bag({ form, bag, rateLines }: BagProps) {
  if (bag === 'too-full') return <GuardLines findings={[{ level: 'red', words: text.tooFull }]} />
  const none = { value: null, line: '' }
  const shown = (one: { text: string; line: string } | undefined) =>
    one === undefined ? none : { value: one.text, line: one.line }
  return (
    <>
      <Result main title={text.add} unit={text.ml} {...shown(bag?.drug)} lines={rateLines} />
      {bag !== null && (
        <>
          <p className="calc-step">{text.takeOut(bag.drug.text)}</p>
          <GuardLines findings={[onTopLine(form, bag)]} />
        </>
      )}
      <div className="calc-results">
        <Result title={text.holds} unit={form.amount} {...shown(bag?.amount)} />
        <Result title={text.lasts} unit={text.hours} {...shown(bag?.hours)} />
      </div>
    </>
  )
}

const NINE_TENTHS = { over: 9n, under: 10n }

/** What the patient gets where nobody takes out as much as is added: more than a tenth too little is worth a second look. */
function onTopLine({ dose, unit }: InfusionForm, { onTopOfBag }: AddedToBag): GuardLine {
  const asked = positiveFraction(Number(dose))
  const isFar = asked !== null && isBelow(onTopOfBag.exact, times(asked, NINE_TENTHS))
  const words = text.onTop(`${onTopOfBag.text} ${unit}`, `${numberText(Number(dose))} ${unit}`)
  return { level: isFar ? 'amber' : 'quiet', words }
}
