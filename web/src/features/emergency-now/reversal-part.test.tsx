import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import type { ReversalAgent } from 'sync-protocol/rules/reversals'
import { patientOfSheet } from '../../records/patient.ts'
import { sheetGiving } from './testing/emergency-samples.ts'
import { ReversalPart, unopposedWords } from './reversal-part.tsx'

const atipamezole: ReversalAgent = {
  name: 'Atipamezole',
  concentration: 5,
  species: [0, 1],
  reference: 'Label',
  reverses: [
    {
      name: 'Xylazine',
      species: 0,
      rule: 'times_mass',
      value: 10,
      route: 'IM',
      note: 'IV only in arrest',
    },
  ],
}
const xylazine = { name: 'Xylazine', dosage: 0.005, concentration: 0.5 }
const named = (name: string) => ({ name, dosage: 1, concentration: 10 })

function shown(given: Parameters<typeof sheetGiving>[0] | null) {
  const patient = {
    species: 0,
    weight: '12.4',
    units: 'kg',
    sheet: (given && patientOfSheet(sheetGiving(given))?.sheet) ?? null,
  } as const
  const markup = renderToStaticMarkup(<ReversalPart patient={patient} agents={[atipamezole]} />)
  const words = markup.replaceAll(/<[^>]*>/g, ' ').replaceAll(/\s+/g, ' ')
  return { words, labels: [...markup.matchAll(/aria-label="([^"]*)"/g)].map(([, label]) => label) }
}

describe('the reversals of a sheet', () => {
  it('say the volume of the antagonist, its route and its note', () => {
    const { words, labels } = shown([xylazine])
    expect(words).toContain('0 .12 ml Xylazine reversed by Atipamezole IM IV only in arrest')
    expect(words).toContain('0.62 mg · 5 mg/ml · Label')
    expect(labels).toContain('Xylazine reversed by Atipamezole, 0.12 ml. Show the arithmetic.')
    expect(words).not.toContain('unopposed')
  })

  it('have no number where none is recorded, and name once what nothing reverses', () => {
    const { words } = shown([named('Midazolam'), named('Propofol'), named('Acepromazine')])
    expect(words).toContain('Midazolam No reversal dose recorded')
    expect(words).toContain('No reversal: Propofol, Acepromazine.')
    expect(words).not.toMatch(/\d/)
  })

  it('say once that ketamine or tiletamine stays', () => {
    const { words } = shown([xylazine, named('Ketamine'), named('Ketamine HCl')])
    expect(words.match(/Ketamine stays unopposed\./g)).toHaveLength(1)
    expect(words).toContain('No reversal: Ketamine')
    expect(unopposedWords([named('Telazol')])).toBe('Tiletamine stays unopposed.')
    expect(unopposedWords([named('TTDex')])).toBe('Tiletamine stays unopposed.')
    expect(unopposedWords([named('Telazol'), named('Ketaset')])).toBe('Ketamine stays unopposed.')
  })

  it('say which part of a drug is reversed', () => {
    expect(shown([named('Telazol')]).words).toContain('No reversal dose recorded zolazepam only')
    expect(shown([named('Buprenorphine')]).words).toContain('No reversal dose recorded partly')
  })

  it('need a sheet, and drugs that are known', () => {
    expect(shown(null).words).toContain('This patient has no open sheet.')
    expect(shown([named('Maropitant')]).words).toContain('No drug on this sheet is known to have a reversal.')
  })
})
