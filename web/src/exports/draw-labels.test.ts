import { beforeAll, describe, expect, it } from 'vitest'
import boldUrl from './fonts/NotoSans-Bold.ttf?inline'
import regularUrl from './fonts/NotoSans-Regular.ttf?inline'
import { drawLabels } from './draw-labels.ts'
import { unprintableNames } from './label-names.ts'
import {
  LABEL_SIZES,
  labelSizes,
  type LabelPaper,
  type PatientLabel,
  type SyringeLabel,
} from './label-paper.ts'
import { type PdfFonts, readFonts } from './pdf-fonts.ts'
import { readPdf } from './read-pdf.ts'

let fonts: PdfFonts
beforeAll(async () => {
  fonts = await readFonts(regularUrl, boldUrl)
})

const syringe = (more: Partial<SyringeLabel> = {}): SyringeLabel => ({
  drug: 'Butorphanol',
  strength: '10 mg/ml',
  volume: '0.25',
  patient: 'Bella',
  line: '7',
  time: '11/26/2026, 3:05 PM',
  drugClass: 'opioid',
  print: 1,
  ...more,
})
const patient = (more: Partial<PatientLabel> = {}): PatientLabel => ({
  patient: 'Bella',
  patientId: 'A-1204',
  species: 'Canine',
  weight: '12.4 kg · 27.34 lb',
  line: '7',
  day: '11/26/2026',
  print: 1,
  ...more,
})
const head = { title: 'Labels', clinic: 'Riverside', size: '50.8x25.4' } as const
const syringes = (labels: SyringeLabel[], size: LabelPaper['size'] = head.size): LabelPaper => ({
  ...head,
  size,
  of: 'syringes',
  labels,
})
const patients = (labels: PatientLabel[], size: LabelPaper['size'] = head.size): LabelPaper => ({
  ...head,
  size,
  of: 'patients',
  labels,
})
const pagesOf = (paper: LabelPaper) => readPdf(new Uint8Array(drawLabels(paper, fonts).output('arraybuffer')))
const textsOf = (paper: LabelPaper) => pagesOf(paper).map(({ texts }) => texts.map(({ text }) => text))

const LONG = 'WwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwW'
const WORDS = 'Dexmedetomidine hydrochloride of the Long Label 12'

describe('labels', () => {
  it.each(labelSizes())('are one a page, each exactly %s mm', (size) => {
    const pages = pagesOf(syringes([syringe(), syringe({ drug: 'Ketamine' })], size))
    expect(pages).toHaveLength(2)
    for (const { mediaBox } of pages) {
      const [, , width = 0, height = 0] = mediaBox
      expect((width * 25.4) / 72).toBeCloseTo(LABEL_SIZES[size].width, 2)
      expect((height * 25.4) / 72).toBeCloseTo(LABEL_SIZES[size].height, 2)
    }
  })

  it('say what is in the syringe, how much, for whom and when, with room for initials', () => {
    expect(textsOf(syringes([syringe()]))).toEqual([
      ['Butorphanol', '0.25 ml', '10 mg/ml', '7 · Bella', '11/26/2026, 3:05 PM', 'Initials', 'Riverside'],
    ])
  })

  it('say who the patient is; who was not weighed has room for it', () => {
    expect(textsOf(patients([patient(), patient({ weight: '', patientId: '', line: '' })]))).toEqual([
      ['7 · Bella', '12.4 kg · 27.34 lb', 'Canine · A-1204', '11/26/2026', 'Riverside'],
      ['Bella', 'Weight', 'Canine', '11/26/2026', 'Riverside'],
    ])
  })

  it('say of a reprint which print it is', () => {
    const printOf = (print: number) => textsOf(syringes([syringe({ print })]))[0]?.at(-1)
    expect([2, 3, 4, 11, 21, 22].map(printOf)).toEqual([
      '2nd print',
      '3rd print',
      '4th print',
      '11th print',
      '21st print',
      '22nd print',
    ])
    expect(textsOf(patients([patient({ print: 2 })]))[0]).toContain('2nd print')
  })

  it.each(labelSizes())(
    'cut nothing off on %s mm: every letter and number stands within the label',
    (size) => {
      const extreme = [LONG, WORDS].flatMap((name) => [
        syringe({
          drug: name,
          patient: name,
          line: '1000000000',
          volume: '<0.01',
          strength: '12345.678 units/ml',
          print: 22,
        }),
        syringe({ drug: name, patient: name, volume: '100000', strength: '100000 mEq/ml' }),
      ])
      const people = [LONG, WORDS].map((name) =>
        patient({
          patient: name,
          patientId: name,
          line: '1000000000',
          weight: 'about 100000 kg · 220500 lb',
          print: 12,
        }),
      )
      for (const paper of [syringes(extreme, size), patients(people, size)]) {
        const [width, height] = [LABEL_SIZES[size].width, LABEL_SIZES[size].height].map(
          (mm) => (mm * 72) / 25.4,
        )
        const pages = pagesOf(paper)
        pages.forEach(({ texts }, nth) => {
          for (const { x, y, size: of } of texts) {
            expect(x).toBeGreaterThanOrEqual(4)
            expect(x).toBeLessThan(width ?? 0)
            expect(y - of * 0.75).toBeGreaterThanOrEqual(2)
            expect(y).toBeLessThanOrEqual((height ?? 0) - 4)
            expect(of).toBeGreaterThanOrEqual(2.5)
          }
          const label = paper.labels[nth]
          const said = texts
            .map(({ text }) => text)
            .join('')
            .replaceAll(' ', '')
          expect(said).toContain(`${label?.line}·${label?.patient}`.replaceAll(' ', ''))
          if (label && 'drug' in label) {
            expect(said.startsWith(label.drug.replaceAll(' ', ''))).toBe(true)
            expect(texts.map(({ text }) => text)).toContain(`${label.volume} ml`)
            expect(texts.map(({ text }) => text)).toContain(label.strength)
          }
        })
      }
    },
  )

  it('are not made where a name would lose its letters: these are named', () => {
    const paper = syringes([
      syringe(),
      syringe({ drug: '氯胺酮' }),
      syringe({ patient: 'بيلا' }),
      syringe({ patient: ' ' }),
    ])
    expect(unprintableNames(paper)).toEqual(['氯胺酮', 'بيلا', ' '])
    expect(() => drawLabels(paper, fonts)).toThrow(RangeError)
    expect(unprintableNames(patients([patient({ patient: 'Жучка' })]))).toEqual([])
    expect(() => drawLabels(patients([patient({ patient: '氯' })]), fonts)).toThrow(RangeError)
  })
})
