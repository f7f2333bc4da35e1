import type { ReactNode } from 'react'
import type { DrugClass } from 'sync-protocol/records/fields'
import type { SheetContent } from 'sync-protocol/records/sheet'
import { weightText } from 'sync-protocol/rules/dose'
import { savedCheck } from 'sync-protocol/rules/double-check'
import { procedureName } from 'sync-protocol/rules/sheet'
import { useStore } from 'zustand'
import type { StoredTap } from '../../data/view/code-events.ts'
import { session } from '../../data/people/session.ts'
import { BrokenAtSlashes } from '../../ui/broken-at-slashes.tsx'
import { DrugClassSwatch } from '../../records/drug-class-swatch.tsx'
import { sectionClass } from '../../records/section-class.ts'
import { DrugName } from '../../ui/drug-name.tsx'
import { formatDate, formatDateTime, formatNumber, formatTime } from '../../ui/format.ts'
import { GuardLines, type GuardLine } from '../../ui/guard-lines.tsx'
import { savedSheetsText as text } from './saved-sheets-text.ts'
import { SheetCode } from './sheet-code.tsx'
import { DrugRow, EmergencyRow, FluidRow } from './sheet-rows.tsx'
import { concentration, rateOf, route, Table, unnamed, volume } from './sheet-table.tsx'

/** A number never parts from its unit. */
const Weight = ({ text: words }: { text: string }) =>
  words.split(' · ').map((one, index) => (
    <span key={one}>
      {index > 0 && ' · '}
      <span className="sheet-amount">{one}</span>
    </span>
  ))

/** Who checked the weight, or that nobody did although the clinic asked for it. */
function checkSaid(sheet: SheetContent, timeZone: string | undefined): string | null {
  const check = savedCheck(sheet)
  if (check === undefined) return sheet.check_asked === true ? text.notChecked : null
  const isToday = formatDate(check.at, timeZone) === formatDate(sheet.day)
  return text.checkedBy(check.name, (isToday ? formatTime : formatDateTime)(check.at, timeZone))
}

/** Whose sheet it is stands above, in the title; what the others are can be told from them. */
function Facts({ sheet, preparer }: { sheet: SheetContent; preparer: string }) {
  const weight = weightText(formatNumber(sheet.weight), sheet.weight_units, sheet.estimated)
  const timeZone = useStore(session, ({ user }) => user?.time_zone)
  const check = checkSaid(sheet, timeZone)
  const facts: [string, ReactNode][] = [
    [
      text.weight,
      <Weight key="weight" text={weight ?? `${formatNumber(sheet.weight)} ${sheet.weight_units}`} />,
    ],
    ...(check === null ? [] : [[text.doubleCheck, check] as [string, ReactNode]]),
    [text.species, text.speciesNames[sheet.species]],
    [text.procedure, procedureName(sheet.procedure)],
    [text.date, formatDate(sheet.day)],
    ...(sheet.patient_id ? [[text.patientId, sheet.patient_id] as [string, ReactNode]] : []),
    [text.preparer, preparer],
    ...(sheet.outcome === 'N/A' ? [] : [[text.outcome, sheet.outcome] as [string, ReactNode]]),
  ]
  return (
    <dl className="sheet-facts">
      {facts.map(([label, value]) => (
        <div key={label}>
          <dt className="visually-hidden">{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

interface SheetViewProps {
  sheet: SheetContent
  preparer: string
  /** What is unusual about its weight. */
  weight?: GuardLine | null
  /** What was done in a code of the patient. */
  taps?: readonly StoredTap[] | undefined
  /** Of the clinic's sections, by key. */
  classes?: ReadonlyMap<number, DrugClass> | undefined
}

/** A saved sheet as it was saved: its volumes are shown, not computed again; their arithmetic is one press away. */
export function SheetView({ sheet, preparer, weight = null, taps = [], classes }: SheetViewProps) {
  const { sections, fluids, name } = sheet.anesthesia_protocol
  const emergency = sheet.emergency_protocol
  return (
    <div className="stack">
      {weight !== null && <GuardLines findings={[weight]} />}
      <Facts sheet={sheet} preparer={preparer} />
      <section className="stack sheet-plan">
        <h3 className="title-3">
          {text.anesthesia} <span className="quiet sheet-protocol">{name}</span>
        </h3>
        {sections.map((section, index) => {
          const ofSection = sectionClass(classes, section.key)
          return (
            <Table
              key={index}
              caption={
                <span className="sheet-section">
                  <DrugClassSwatch
                    drugClass={ofSection === 'none' ? undefined : ofSection}
                    beside={section.title}
                  />
                  <BrokenAtSlashes text={section.title} />
                </span>
              }
              hideHeads={index > 0}
              heads={[{ label: text.drug }, concentration, volume(text.volume), route]}
            >
              {section.drugs.map((drug, at) => (
                <DrugRow key={at} drug={drug} weight={sheet} ofSection={ofSection} />
              ))}
            </Table>
          )
        })}
        {fluids.length > 0 && (
          <Table
            caption={text.fluids}
            hideHeads={sections.length > 0}
            heads={[{ label: text.fluid }, rateOf(fluids), volume(text.volume), unnamed(route)]}
          >
            {fluids.map((fluid, at) => (
              <FluidRow key={at} fluid={fluid} />
            ))}
          </Table>
        )}
      </section>
      {sheet.injections.length > 0 && (
        <section className="stack-tight">
          <h3 className="title-3">{text.injections}</h3>
          <ul className="sheet-injections">
            {sheet.injections.map((injection, index) => (
              <li key={index}>
                <DrugName name={injection} />
              </li>
            ))}
          </ul>
        </section>
      )}
      {emergency !== undefined && (
        <section className="stack">
          <h3 className="title-3">
            {text.emergency} <span className="quiet sheet-protocol">{emergency.name}</span>
          </h3>
          <Table
            caption={text.emergency}
            hideCaption
            heads={[{ label: text.drug }, concentration, volume(text.low), volume(text.high), route]}
          >
            {emergency.drugs.map((drug, at) => (
              <EmergencyRow key={at} drug={drug} sheet={sheet} />
            ))}
          </Table>
        </section>
      )}
      {taps.length > 0 && <SheetCode taps={taps} />}
    </div>
  )
}
