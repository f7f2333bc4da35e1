import { describe, expect, it } from 'vitest'
import { EMPTY_INFUSION, type InfusionForm } from './infusion-form.ts'
import { infusionResults, loadingResults, type LibraryDrug } from './infusion-results.ts'

const dog = { species: 0, weight: '20', units: 'kg' } as const
const form: InfusionForm = {
  ...EMPTY_INFUSION,
  drugId: 'l',
  drug: 'Lidocaine',
  concentration: '20',
  dose: '30',
  unit: 'mcg/kg/min',
}
const library: LibraryDrug = { limits: null, infusion: null, usual: undefined, strengths: [20] }
const results = (change: Partial<InfusionForm> = {}, of: LibraryDrug | null = library) =>
  infusionResults({ ...form, ...change }, dog, of)
const wordsOf = ({ lines }: { lines: readonly { level: string; words: string }[] }) =>
  lines.map(({ level, words }) => `${level}: ${words}`)

describe('the rate', () => {
  it('is shown with its line', () => {
    const { rate, missing, rateLines } = results()
    expect(rate).toMatchObject({
      text: '1.8',
      line: '20 kg x 30 mcg/kg/min x 60 / 1000 / 20 mg/ml = 1.8 ml/h',
    })
    expect([missing, rateLines]).toEqual([[], []])
  })

  it('is none while something is missing or is no number, and says what', () => {
    expect(infusionResults(EMPTY_INFUSION, dog, null)).toMatchObject({
      rate: null,
      missing: ['concentration', 'dose', 'unit of the dose'],
    })
    for (const dose of ['0', 'x', '1,5', '100001']) expect(results({ dose }).rate).toBeNull()
    expect(results({ unit: '-' })).toMatchObject({ rate: null, missing: ['unit of the dose'] })
    expect(infusionResults(form, { ...dog, weight: '' }, null).rate).toBeNull()
  })

  it('is pointed out where no pump can be set to it', () => {
    expect(results({ dose: '0.3' }).rateLines[0]?.words).toContain('Too low to set')
    expect(results({ dose: '20000' }).rateLines[0]?.words).toContain('Too high to set')
    expect(results({ dose: '2' }).rateLines[0]?.words).toBe(
      'A pump with steps of 0.1 ml/h runs 0.1 ml/h, 17\u00a0% less. Dilute the drug?',
    )
  })

  it('has drops a minute once a drip set is chosen', () => {
    expect(results().drops).toBeNull()
    expect(results({ drops: '60' }).drops?.line).toBe('1.8 ml/h x 60 drops/ml / 60 = 1.8 drops/min')
  })
})

describe('a bag', () => {
  const bag = { way: 'bag', volume: '500', rate: '40' } as const

  it('says how much is added, how long it lasts, and the dose if nothing is taken out', () => {
    expect(results(bag).bag).toMatchObject({
      drug: { text: '22.5' },
      amount: { text: '450' },
      hours: { text: '12.5' },
      onTopOfBag: { text: '28.7' },
    })
    expect(results({ ...bag, drops: '10' }).drops?.text).toBe('6.67')
  })

  it('is none while its volume or its rate is missing; one that is too small says so', () => {
    expect(results({ ...bag, rate: '' })).toMatchObject({ bag: null, missing: ['rate of the bag'] })
    const tooFull = results({ ...bag, volume: '50', rate: '1', drops: '10' })
    expect([tooFull.bag, tooFull.drops]).toEqual(['too-full', null])
  })

  it('says the dose if nothing is taken out, louder where that is far off', () => {
    expect(wordsOf({ lines: results(bag).bagLines })).toEqual([
      'quiet: If nothing is taken out first, the patient gets 28.7 mcg/kg/min, not 30 mcg/kg/min.',
    ])
    expect(results({ ...bag, dose: '80' }).bagLines).toMatchObject([{ level: 'amber' }])
    expect(results({ ...bag, dose: '0.03' }).bagLines[0]?.words).toContain(
      'So little is hard to draw up exactly',
    )
  })

  it('is judged by the rate at which it runs', () => {
    expect(results({ ...bag, rate: '0.05' }).rateLines[0]?.words).toBe(
      'Too low to set: most pumps start at 0.1 ml/h.',
    )
    expect(results({ ...bag, dose: '0.3' }).rateLines).toEqual([])
  })
})

describe('what the library says', () => {
  it('is that fentanyl 5 mcg/kg/min is 30 times the highest of its infusions, and asks whether it is per hour', () => {
    const fentanyl: LibraryDrug = {
      limits: { min: 0.002, max: 0.01 },
      infusion: { min_per_hour: 0.002, max_per_hour: 0.01, shown_in: 'mcg/kg/h' },
      usual: 0.005,
      strengths: [0.05],
    }
    const typed = { drug: 'Fentanyl', concentration: '0.05', dose: '5' }
    const perMinute = results(typed, fentanyl)
    expect(perMinute.rate?.text).toBe('120')
    expect(wordsOf(perMinute)).toEqual([
      'red: 30 times the highest, 10 mcg/kg/h. Is it 5 mcg/kg/h, not 5 mcg/kg/min?',
    ])
    expect(wordsOf(results({ ...typed, unit: 'mcg/kg/h' }, fentanyl))).toEqual([])
    expect(wordsOf(results({ ...typed, dose: '12', unit: 'mcg/kg/h' }, fentanyl))).toEqual([
      'amber: 1.2 times the highest, 10 mcg/kg/h.',
    ])
    // Nothing is said of a dose that nobody typed, or whose unit nobody chose.
    expect(wordsOf(results({ ...typed, dose: '' }, fentanyl))).toEqual([])
    expect(wordsOf(results({ ...typed, unit: '-' }, fentanyl))).toEqual([])
    const highest = { ...fentanyl, infusion: { max_per_hour: 0.01, shown_in: 'mcg/kg/h' } } as const
    expect(wordsOf(results({ ...typed, unit: 'mcg/kg/h' }, highest))).toEqual([
      'quiet: No lowest dosage recorded for infusions of Fentanyl.',
    ])
  })

  it('is never that a dose is right where it has no limits for infusions', () => {
    expect(wordsOf(results())).toEqual(['quiet: No limits recorded for infusions of Lidocaine.'])
    expect(wordsOf(results({ drug: '' }, null))).toEqual(['quiet: No limits recorded for infusions.'])
  })

  it('is red for a drug that is never given to the species', () => {
    const never = { ...library, limits: { never: 'arrhythmia' } }
    expect(wordsOf(results({}, never))[0]).toBe('red: Never for this species: arrhythmia')
  })

  it('is that lidocaine runs into dogs only', () => {
    const cat = infusionResults(form, { species: 1, weight: '4', units: 'kg' }, library)
    expect(wordsOf(cat)[0]).toBe(
      'amber: Lidocaine infusions are for dogs only: cats are far more sensitive to it.',
    )
  })

  it('asks about a concentration that it does not have, and names the others that it has', () => {
    expect(wordsOf(results({ concentration: '2' }))[0]).toBe(
      'amber: Your library has Lidocaine 20 mg/ml, not 2 mg/ml. Was it diluted?',
    )
    expect(wordsOf(results({ concentration: '200' }))[0]).toBe(
      'amber: Your library has Lidocaine 20 mg/ml, not 200 mg/ml. Check the bottle.',
    )
    expect(wordsOf(results({}, { ...library, strengths: [10, 20] }))[0]).toBe(
      'amber: Your library also has Lidocaine 10 mg/ml: 3.6 ml/h, not 1.8 ml/h.',
    )
  })
})

describe('a loading dose', () => {
  const loading = (change: Partial<InfusionForm>, of: LibraryDrug | null = library) =>
    loadingResults({ ...form, loading: '2', loadingUnit: 'mg/kg', ...change }, dog, of)

  it('is a volume with its line', () => {
    expect(loading({})).toMatchObject({ volume: { text: '2' }, line: '20 kg x 2 mg/kg / 20 mg/ml = 2 ml' })
    expect(loading({ loading: '' })).toBeNull()
    expect(loading({ loadingUnit: '-' })).toMatchObject({
      volume: null,
      missing: ['unit of the loading dose'],
    })
    expect(loading({ concentration: '' })).toMatchObject({ volume: null, missing: ['concentration'] })
  })

  it('is compared with what the library has for a dose given at once', () => {
    const known = { ...library, usual: 2, limits: { min: 1, max: 4 } }
    expect(loading({}, known)?.lines).toEqual([])
    expect(wordsOf(loading({ loading: '20' }, known) ?? { lines: [] })[0]).toBe(
      'red: Ten times the usual 2 mg/kg. Is the point in the right place?',
    )
    expect(loading({ loading: '2000', loadingUnit: 'mcg/kg' }, known)?.lines).toEqual([])
    expect(wordsOf(loading({}) ?? { lines: [] })).toEqual(['quiet: No limits recorded.'])
  })
})
