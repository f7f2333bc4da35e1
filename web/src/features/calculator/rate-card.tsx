import { GuardLines } from '../../ui/guard-lines.tsx'
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
  const { rate, rateLines, lines, missing } = results
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
        <Bag form={form} results={results} />
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

function Bag({ form, results: { bag, bagLines, rateLines } }: Pick<RateCardProps, 'form' | 'results'>) {
  if (bag === 'too-full') return <GuardLines findings={[{ level: 'red', words: text.tooFull }]} />
  const none = { value: null, line: '' }
  const shown = (one: { text: string; line: string } | undefined) =>
    one === undefined ? none : { value: one.text, line: one.line }
  return (
    <>
      <GuardLines findings={rateLines} />
      <Result main title={text.add} unit={text.ml} {...shown(bag?.drug)} />
      {bag !== null && (
        <>
          <p className="calc-step">{text.takeOut(bag.drug.text, form.rate.trim())}</p>
          <GuardLines findings={bagLines} />
        </>
      )}
      <div className="calc-results">
        <Result title={text.holds} unit={form.amount} {...shown(bag?.amount)} />
        <Result title={text.lasts} unit={text.hours} {...shown(bag?.hours)} />
      </div>
    </>
  )
}
