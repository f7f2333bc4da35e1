import { TriangleAlert } from 'lucide-react'
import { useEffect, useId, type ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { useStore } from 'zustand'
import type { DayStatus } from 'sync-protocol/records/day-row'
import { DAY_STATUS_WORDS } from 'sync-protocol/rules/day-status'
import { saidWeight } from 'sync-protocol/rules/dose'
import { numberText } from 'sync-protocol/rules/number-input'
import { mlText } from 'sync-protocol/rules/ledger-volume'
import { askingRecord, type AskedForm } from '../../data/drafts/asked-form.ts'
import { exportedAt } from '../../data/drafts/exported-draft.ts'
import { chooseForThisTab } from '../../data/drafts/own-drafts.ts'
import { syncStatus } from '../../data/database/sync-status.ts'
import { forRow, paths, type BalanceStart, type SheetStart, type Species } from '../../paths.ts'
import { takeOverText } from '../../records/take-over-text.ts'
import { usePerson } from '../../records/use-person.ts'
import { useTakeOver } from '../../records/use-take-over.ts'
import { useToday } from '../../records/use-today.ts'
import { Button } from '../../ui/button.tsx'
import { DrugName } from '../../ui/drug-name.tsx'
import { formatDate, formatNumber, formatTime } from '../../ui/format.ts'
import './today.css'
import type { CurrentBalance, NextPatient, OpenSheetLine } from './today.ts'
import { todayText as text } from './today-text.ts'
import { useTodayFacts } from './use-today-facts.ts'

const SPECIES: readonly Species[] = [0, 1]

interface TodayPanelProps {
  /** What the way to the day list says of it; undefined while nobody is on it. */
  onDay: (words: string | undefined) => void
}

/** The day at a glance, each line one press from the work itself. */
export function TodayPanel({ onDay }: TodayPanelProps) {
  const { _id: userId, time_zone } = usePerson()
  const today = useToday(time_zone)
  const facts = useTodayFacts(today)
  const attention = useStore(syncStatus, ({ attention: open, discrepancies }) => open + discrepancies)
  const title = useId()
  const words =
    facts === undefined || facts.patients === 0 ? undefined : text.glance(facts.patients, facts.statuses)
  useEffect(() => onDay(words), [onDay, words])
  return (
    <section className="today" aria-labelledby={title}>
      <h2 id={title} className="today-title">
        {text.title} <span className="quiet tabular">{formatDate(today)}</span>
      </h2>
      {facts !== undefined && <OfToday {...{ facts, userId, time_zone, attention }} />}
    </section>
  )
}

interface OfTodayProps {
  facts: NonNullable<ReturnType<typeof useTodayFacts>>
  userId: string
  time_zone: string
  attention: number
}

function OfToday({ facts, userId, time_zone, attention }: OfTodayProps) {
  const { patients, statuses, next, saved, open, tables, balances, toRecord, reviews } = facts
  const isQuiet = patients === 0 && saved[0] + saved[1] === 0 && open.length === 0
  return (
    <>
      {isQuiet && <p className="quiet">{text.nothing}</p>}
      <div className="today-parts">
        <div>
          {attention + reviews[0] + reviews[1] > 0 && (
            <Part title={text.due}>
              {attention > 0 && (
                <Line
                  to={paths.needsAttention}
                  title={
                    <span className="today-attention">
                      <TriangleAlert aria-hidden /> {text.attention(attention)}
                    </span>
                  }
                />
              )}
              <BySpecies counts={reviews} words={text.reviews} to={paths.drugs} />
            </Part>
          )}
          {patients > 0 && (
            <Part title={text.day(patients)}>
              <Line to={paths.day} title={<Statuses counts={statuses} />} />
            </Part>
          )}
          {next.length > 0 && (
            <Part title={text.next}>
              {next.map((patient) => (
                <Next key={patient.id} {...patient} />
              ))}
            </Part>
          )}
          {open.length > 0 && (
            <Part title={text.openSheets}>
              {open.map((sheet) => (
                <OpenSheet key={sheet.id} {...{ sheet, userId, time_zone }} />
              ))}
            </Part>
          )}
          {saved[0] + saved[1] > 0 && (
            <Part title={text.saved}>
              <BySpecies counts={saved} words={text.sheets} to={paths.patients} />
            </Part>
          )}
        </div>
        <div>
          {toRecord.length > 0 && (
            <Part title={text.toRecord}>
              {toRecord.map(({ drug_name, drug_concentration, draws }) => (
                <Line
                  key={`${drug_concentration} ${drug_name}`}
                  to={paths.newBalanceSheet}
                  state={{ drug_name, drug_concentration } satisfies BalanceStart}
                  title={<Substance {...{ drug_name, drug_concentration }} />}
                  value={text.draws(draws)}
                />
              ))}
            </Part>
          )}
          {tables.length > 0 && (
            <Part title={text.tables}>
              {tables.map(({ id, substance, entries, last }) => (
                <Line
                  key={id}
                  to={paths.balanceTable(id)}
                  title={<Substance {...substance} />}
                  about={text.table(entries, last.name)}
                />
              ))}
            </Part>
          )}
          {balances.length > 0 && (
            <Part title={text.balances}>
              {balances.map((balance) => (
                <Balance key={`${balance.drug_concentration} ${balance.drug_name}`} {...balance} />
              ))}
            </Part>
          )}
        </div>
      </div>
    </>
  )
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  const heading = useId()
  return (
    <>
      <h3 id={heading} className="today-part">
        {title}
      </h3>
      <ul className="today-lines" aria-labelledby={heading}>
        {children}
      </ul>
    </>
  )
}

interface BySpeciesProps {
  counts: readonly [number, number]
  words: readonly ((count: number) => string)[]
  to: (species: Species) => string
}

/** A line for each species that has some. */
const BySpecies = ({ counts, words, to }: BySpeciesProps) =>
  SPECIES.map((species) => {
    const count = counts[species]
    return count > 0 && <Line key={species} to={to(species)} title={words[species]?.(count)} />
  })

/** A number never stands apart from what it counts. */
const Statuses = ({ counts }: { counts: readonly [DayStatus, number][] }) => (
  <span className="today-statuses">
    {counts.map(([status, many], place) => (
      <span key={status} className="today-status">
        {place > 0 && ' '}
        <b>{many}</b> {DAY_STATUS_WORDS[status]}
      </span>
    ))}
  </span>
)

interface LineProps {
  title: ReactNode
  about?: ReactNode
  value?: ReactNode
  /** Without it the line only says something. */
  to?: string
  state?: BalanceStart | SheetStart | AskedForm
  onPress?: () => void
}

function Line({ title, about, value, to, state, onPress }: LineProps) {
  const face = (
    <>
      <span className="today-words">
        <span className="today-name">{title}</span>
        {about !== undefined && <span className="today-about">{about}</span>}
      </span>
      {value !== undefined && <span className="today-value tabular">{value}</span>}
    </>
  )
  return (
    <li>
      {to === undefined ? (
        <div className="today-line">{face}</div>
      ) : (
        <Link to={to} state={state} className="today-line" onClick={onPress}>
          {face}
        </Link>
      )}
    </li>
  )
}

/** One press from their sheet. */
function Next({ id, content, isContested }: NextPatient) {
  const { name, cage, procedure, weight, weight_units: units, estimated } = content
  const facts = text.facts([cage, procedure])
  const [said] =
    (weight !== undefined && units !== undefined && saidWeight(numberText(weight), units, estimated)) || []
  return (
    <Line
      to={paths.newSheet}
      state={forRow(id)}
      title={name}
      {...(facts !== '' && { about: facts })}
      // Which of two weights counts is decided in the day list.
      {...(isContested ? { value: text.contested } : said !== undefined && { value: said })}
    />
  )
}

/** A colleague's is theirs until it is taken over. */
function OpenSheet({
  sheet,
  userId,
  time_zone,
}: {
  sheet: OpenSheetLine
  userId: string
  time_zone: string
}) {
  const { id, name, weight, weight_units, author_id, author_name, at } = sheet
  const takeOver = useTakeOver(userId)
  const said = weight !== '' && weight_units !== '-' ? `${weight} ${weight_units}` : ''
  const title = name || text.noName
  const time = formatTime(at, time_zone)
  const wasExported = exportedAt(localStorage, id) !== null
  if (author_id === userId)
    return (
      <Line
        title={title}
        about={text.openBy(text.you, time, '', wasExported)}
        {...(said !== '' && { value: said })}
        to={paths.newSheet}
        onPress={() => chooseForThisTab(userId, id)}
      />
    )
  return (
    <Line
      title={title}
      about={text.openBy(author_name, time, said, wasExported)}
      value={
        <Button
          aria-label={takeOverText.takeOverOf(name || takeOverText.noName, author_name)}
          onClick={() => takeOver(sheet)}
        >
          {takeOverText.takeOver}
        </Button>
      }
    />
  )
}

interface SubstanceProps {
  drug_name: string
  drug_concentration: number
}

/** Its strength never stands apart from the unit. */
const Substance = ({ drug_name, drug_concentration }: SubstanceProps) => (
  <>
    <DrugName name={drug_name} />{' '}
    <span className="today-strength">{text.strength(formatNumber(drug_concentration))}</span>
  </>
)

function Balance(props: CurrentBalance) {
  const { drug_name, drug_concentration, balance, bottles, day, sheet_id, isForked } = props
  return (
    <Line
      to={paths.controlledSubstances}
      // Of two sheets, the list shows both.
      {...(!isForked && { state: askingRecord('balances', sheet_id) })}
      title={<Substance {...{ drug_name, drug_concentration }} />}
      about={isForked ? text.forked : text.bottles(bottles, formatDate(day))}
      value={<span data-harm={balance < 0 || undefined}>{text.balance(mlText(balance))}</span>}
    />
  )
}
