import { TriangleAlert } from 'lucide-react'
import type { Patient } from '../../records/patient.ts'
import { flagWords } from '../../records/dose-lines.ts'
import type { GuardLine } from '../../ui/guard-lines.tsx'
import { calculatorText as text } from './calculator-text.ts'
import { Choices } from './choices.tsx'
import { DoseCard } from './dose-card.tsx'
import {
  DROP_SETS,
  loadingUnitChosen,
  loadingUnitsFor,
  type DropSet,
  type InfusionForm,
} from './infusion-form.ts'
import {
  infusionResults,
  loadingResults,
  type InfusionResults,
  type LibraryDrug,
} from './infusion-results.ts'
import { NumberField } from './number-field.tsx'
import { RateCard } from './rate-card.tsx'
import { Result, StillNeeded } from './result.tsx'
import { useLibraryDrug } from './use-library-drug.ts'
import { useRef } from 'react'

interface InfusionPartProps {
  patient: Patient
  form: InfusionForm
  onChange: (form: InfusionForm) => void
}

/** A drug that runs: its rate, or what goes into a bag, a loading dose, drops. */
export function InfusionPart({ patient, form, onChange }: InfusionPartProps) {
  const library = useLibraryDrug(form, patient.species)
  const results = infusionResults(form, patient, library)
  const change = (part: Partial<InfusionForm>) => onChange({ ...form, ...part })
  const beside = useRef<HTMLDivElement>(null)
  return (
    <div className="calc-columns">
      <DoseCard form={form} species={patient.species} onChange={onChange} />
      <div className="calc-beside" ref={beside}>
        <RateCard form={form} results={results} onChange={change} />
        <section className="calc-card" aria-label={text.drops}>
          <DropSets chosen={form.drops} onChoose={(drops) => change({ drops })} />
          {results.drops !== null && (
            <Result
              title={text.drops}
              value={results.drops.text}
              unit={text.perMinute}
              line={results.drops.line}
            />
          )}
        </section>
        <LoadingCard patient={patient} form={form} library={library} onChange={onChange} />
      </div>
      <InSight form={form} results={results} onPress={() => beside.current?.scrollIntoView()} />
    </div>
  )
}

interface InSightProps {
  form: InfusionForm
  results: InfusionResults
  onPress: () => void
}

/** On a phone: the number that is set or drawn up, while what it follows from is typed. Marked where there is more to read. */
function InSight({ form, results, onPress }: InSightProps) {
  const { rate, bag, lines, rateLines, bagLines } = results
  const inBag = form.way === 'bag'
  const filled = bag === 'too-full' ? null : bag
  const value = inBag ? filled?.drug.text : rate?.text
  if (value === undefined) return null
  const said = [...lines, ...rateLines, ...(inBag ? bagLines : [])]
  const isFlagged = said.some(({ level }) => level !== 'quiet')
  const [title, unit] = inBag ? [text.add, text.ml] : [text.rate, text.perHour]
  return (
    <button
      type="button"
      className="calc-in-sight"
      data-flagged={isFlagged || undefined}
      aria-label={text.showResult(title, value, unit)}
      onClick={onPress}
    >
      <span className="calc-in-sight-title">{title}</span>
      {isFlagged && <TriangleAlert aria-hidden />}
      <span className="calc-in-sight-value tabular">
        {value} <span className="calc-in-sight-unit">{unit}</span>
      </span>
    </button>
  )
}

const SETS = DROP_SETS.map((value) => ({ value, label: value }))

export function DropSets({ chosen, onChoose }: { chosen: string; onChoose: (drops: DropSet) => void }) {
  return <Choices legend={text.dropSet} options={SETS} chosen={chosen} onChoose={onChoose} />
}

function LoadingCard({
  patient,
  form,
  library,
  onChange,
}: InfusionPartProps & { library: LibraryDrug | null }) {
  const dose = useRef<HTMLInputElement>(null)
  const results = loadingResults(form, patient, library)
  const { loadingUnit: unit, loadingBefore: before } = form
  const flag = flagWords(results?.volume ?? null)
  const lines: GuardLine[] = [
    ...(flag === null ? [] : [{ level: 'amber' as const, words: flag }]),
    ...(results?.lines ?? []),
  ]
  return (
    <section className="calc-card" aria-label={text.loading}>
      <NumberField
        label={text.loading}
        optional
        name="loading"
        value={form.loading}
        suffix={unit === '-' ? undefined : unit}
        inputRef={dose}
        hint={
          before === '' || unit === '-' ? undefined : (
            <span className="calc-asked">{text.typedBefore(before, unit)}</span>
          )
        }
        onChange={(loading) => onChange({ ...form, loading, loadingBefore: '' })}
      />
      <Choices
        legend={text.loadingUnit}
        options={loadingUnitsFor(form).map((value) => ({ value, label: value }))}
        chosen={unit}
        onChoose={(next) => {
          const changed = loadingUnitChosen(form, next)
          onChange(changed)
          if (changed.loading !== form.loading) dose.current?.focus()
        }}
      />
      <StillNeeded what={results?.missing ?? []} />
      {results?.volume != null && (
        <Result
          title={text.loading}
          value={results.volume.text}
          unit={text.ml}
          line={results.line}
          lines={lines}
        />
      )}
    </section>
  )
}
