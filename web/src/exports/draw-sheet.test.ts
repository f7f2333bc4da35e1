import { jsPDF } from 'jspdf'
import type { SheetContent } from 'sync-protocol/records/sheet'
import { beforeAll, describe, expect, it } from 'vitest'
import boldUrl from './fonts/NotoSans-Bold.ttf?inline'
import regularUrl from './fonts/NotoSans-Regular.ttf?inline'
import { drawSheet } from './draw-sheet.ts'
import { printOf } from './earlier-print.ts'
import { embedFonts, type PdfFonts, readFonts } from './pdf-fonts.ts'
import { makePen } from './pdf-pen.ts'
import { type PdfPage, readPdf } from './read-pdf.ts'
import type { SheetExportOptions, SheetPaper } from './sheet-paper.ts'
import { samplePaper, sampleSheet } from './testing/sheet-sample.ts'

let fonts: PdfFonts
beforeAll(async () => {
  fonts = await readFonts(regularUrl, boldUrl)
})

const options: SheetExportOptions = {
  filename: 'Sheet',
  injectionPageBreak: false,
  emergencyPageBreak: false,
  procedureNotes: false,
}
const pagesOf = (paper: SheetPaper, chosen: Partial<SheetExportOptions> = {}): PdfPage[] =>
  readPdf(new Uint8Array(drawSheet(paper, { ...options, ...chosen }, fonts).output('arraybuffer')))

const textsOf = (page: PdfPage | undefined) =>
  (page?.texts ?? []).map(({ text }) => text.replaceAll('\u00a0', ' '))
const pageWith = (pages: PdfPage[], text: string) => pages.findIndex((page) => textsOf(page).includes(text))

/** The pieces of each row, from left to right: a row's texts stand within half a row of its volume's unit. */
function rowWith(page: PdfPage | undefined, name: string): string {
  const texts = page?.texts ?? []
  const named = texts.find(({ text }) => text === name)
  if (!named) throw new Error(`${name} is not on this page`)
  return texts
    .filter(({ y }) => Math.abs(y - named.y) < 12)
    .toSorted((a, b) => a.x - b.x)
    .map(({ text }) => text)
    .join('|')
}

/** Of Noto Sans Bold; its '<' is as wide. */
const DIGIT = 0.572
const isVolume = ({ text, size }: PdfPage['texts'][number]) => /^<?\d+(\.\d+)?$/.test(text) && size > 15
/** Where the decimal point of a volume stands, or would stand. */
const pointOf = ({ text, x, size }: PdfPage['texts'][number]) =>
  x + (text.includes('.') ? text.indexOf('.') : text.length) * DIGIT * size

const inUnits = {
  name: 'Vasopressin',
  concentration: 20,
  dosage: 0.8,
  amount_unit: 'units',
  volume: 0.4,
  route: 'IV',
} as const

const drug = (name: string): SheetContent['anesthesia_protocol']['sections'][number]['drugs'][number] => ({
  name,
  concentration: 10,
  dosage: 0.5,
  volume: 0.5,
  route: 'IV',
})
const section = (title: string, drugs: number) => ({
  title,
  drugs: Array.from({ length: drugs }, (_, nth) => drug(`${title}-${nth}`)),
})
const withSections = (...drugs: number[]): SheetPaper =>
  samplePaper({
    anesthesia_protocol: {
      name: 'Routine',
      sections: drugs.map((count, nth) => section(`S${nth}`, count)),
      fluids: [],
    },
    injections: [],
  })

describe('the PDF of a sheet', () => {
  it('has pages of exactly 760 by 985', () => {
    const pages = pagesOf(samplePaper(), { emergencyPageBreak: true, procedureNotes: true })
    expect(pages).toHaveLength(3)
    for (const page of pages) expect(page.mediaBox).toStrictEqual([0, 0, 760, 985])
  })

  it('says on each page that its volumes could not be confirmed, and on none where they were', () => {
    const paper = samplePaper()
    const saying = (one: SheetPaper) =>
      pagesOf(one, { emergencyPageBreak: true, procedureNotes: true }).map((page) =>
        textsOf(page).filter((text) => text.includes('olumes not confirmed')),
      )
    const foot = 'Volumes not confirmed · Canine · 22 lb'
    expect(saying({ ...paper, volumes_differ: true })).toEqual([
      ['Volumes not confirmed: calculate each one again before you draw it', foot],
      [foot],
      [foot],
    ])
    expect(saying(paper)).toEqual([[], [], []])
  })

  it('says on each page that a dose has no reason, and of which drug', () => {
    const slipped = { ...drug('Hydromorphone'), concentration: 2, dosage: 1, usual: 0.1, volume: 5 }
    const anesthesia_protocol = {
      name: 'Routine',
      sections: [{ title: 'Opioids', drugs: [slipped] }],
      fluids: [],
    }
    const pages = pagesOf(samplePaper({ anesthesia_protocol }), {
      emergencyPageBreak: true,
      procedureNotes: true,
    }).map(textsOf)
    expect(pages).toHaveLength(3)
    for (const page of pages) expect(page).toContain('Dose without a reason · Canine · 22 lb')
    expect(pages[0]).toContain('Dose without a reason: check it before you draw it')
    expect(pages[0]).toContain('Unusual dose, see Reasons')
    expect(pages[0]?.join(' ')).toMatch(
      /Reasons for Doses .*Ten times the usual 0\.1 mg\/kg\. No reason entered\./,
    )
  })

  it('says below the name that the weight is unusual, clear of all else at the head', () => {
    const words = '8.8 kg is 19.4 lb, heavy for a cat. 8.8 lb would be 3.99 kg.'
    const long = 'Ovariohysterectomy with a dental cleaning, four extractions and a microchip'
    const [page] = pagesOf({ ...samplePaper({ procedure: long }), unusual_weight: words })
    const lineOf = (texts: PdfPage['texts'], wanted: string) =>
      texts.find(({ text }) => text.replaceAll('\u00a0', ' ') === wanted)
    const texts = page?.texts ?? []
    const line = lineOf(texts, words)
    const [patient, label] = [lineOf(texts, 'Ängström "Σοφία" O’Malley'), lineOf(texts, 'Species')]
    if (!line || !patient || !label) throw new Error('A line is missing.')
    // From the top down, each below the letters of the one before.
    expect(line.y - 0.75 * line.size).toBeGreaterThan(patient.y + 0.2 * patient.size)
    expect(label.y - 0.75 * label.size).toBeGreaterThan(line.y + 0.25 * line.size)
    const [plain] = pagesOf(samplePaper({ procedure: long }))
    expect(textsOf(page).filter((text) => text !== words)).toEqual(textsOf(plain))
    const firstBlock = (of: PdfPage | undefined) => lineOf(of?.texts ?? [], 'Opioid')?.y
    expect(firstBlock(page)).toBe(firstBlock(plain))
    // What this paper replaces stands there too where the title is a warning.
    const before = printOf({ ...sampleSheet, weight: 12 }, '2026-03-05T15:40:00Z')
    const printed = { at: '2026-03-05T15:52:00Z', timeZone: 'America/New_York' }
    const again = { ...samplePaper(), before, printed, volumes_differ: true, unusual_weight: words }
    expect(textsOf(pagesOf(again)[0]).join(' ')).toContain(
      `Weight changed. Replaces the print of 10:40 AM that says 12 lb. ${words}`,
    )
  })

  it('says the class of a drug in words where the title above has another, and none without classes', () => {
    const drugs = [
      drug('Acepromazine'),
      { ...drug('Midazolam'), controlled: true, schedule: 'IV' as const },
      drug('Dexmedetomidine'),
    ]
    const classes = new Map([[1, 'tranquilizer' as const]])
    const paper = samplePaper({
      anesthesia_protocol: { name: 'Routine', sections: [{ title: 'Premeds', key: 1, drugs }], fluids: [] },
    })
    const said = textsOf(pagesOf({ ...paper, drug_classes: classes })[0])
    expect(said).toContain('Benzodiazepine · Controlled C-IV')
    expect(said).toContain('Vasopressor')
    expect(said.filter((text) => text.startsWith('Opioid antagonist · '))).toHaveLength(1)
    expect(said.join()).not.toContain('Tranquilizer')
    expect(textsOf(pagesOf(paper)[0]).join()).not.toMatch(/Benzodiazepine|Vasopressor|antagonist/)
  })

  it('says in what each drug is measured: units and mEq are no mg', () => {
    const drugs = [
      inUnits,
      { ...inUnits, name: 'Bicarbonate', concentration: 1, dosage: 1, amount_unit: 'mEq' as const },
    ]
    const { dosage: _, volume: __, ...copy } = inUnits
    const [page] = pagesOf(
      samplePaper({
        anesthesia_protocol: { name: 'Shock', sections: [{ title: 'S', drugs }], fluids: [] },
        emergency_protocol: {
          name: 'CPR',
          drugs: [{ ...copy, name: 'Vasopressin, arrest', id: '1', volume_low: 0.2, volume_high: 0.4 }],
        },
      }),
    )
    expect(rowWith(page, 'Vasopressin')).toContain('Vasopressin|0.8 units/kg|20 units/ml|0.4|ml|IV')
    expect(rowWith(page, 'Bicarbonate')).toContain('|1 mEq/kg|1 mEq/ml|')
    expect(rowWith(page, 'Vasopressin, arrest')).toContain('|20 units/ml|0.2|ml|0.4|ml|IV')
    expect(textsOf(page).join()).not.toContain('mg/')
  })

  it('says of each dose that was red why it is given, whole, within its row', () => {
    const reason = 'W'.repeat(120)
    const guarded = structuredClone(sampleSheet)
    const [first, second] = guarded.anesthesia_protocol.sections.flatMap(({ drugs }) => drugs)
    const [emergency] = guarded.emergency_protocol?.drugs ?? []
    if (!first || !second || !emergency) throw new Error('A drug is missing.')
    first.guard = { level: 'red', kinds: ['ten-times', 'cap', 'over', 'never'], reason, by: 'N'.repeat(50) }
    second.guard = { level: 'amber', kinds: ['over'] }
    emergency.guard = { level: 'red', kinds: ['over'] }
    const pages = pagesOf(samplePaper(guarded))
    const page = pages[pageWith(pages, 'Reasons for Doses')]
    const said = textsOf(page)
    const all = said.join('').replaceAll(' ', '')
    expect(all).toContain(`${reason}(enteredby${'N'.repeat(50)})`)
    expect(all).toContain('Abovethehighestdosage.Noreasonentered.')
    expect(pages.flatMap(textsOf).filter((text) => text.includes('see Reasons'))).toHaveLength(2)
    const rows = (page?.texts ?? []).filter(({ text }) => /W{9}|N{9}|^Never for/.test(text))
    expect(Math.max(...rows.map(({ y }) => y)) - Math.min(...rows.map(({ y }) => y))).toBeLessThan(35)
    expect(pageWith(pagesOf(samplePaper()), 'Reasons for Doses')).toBe(-1)
  })

  it('is not made where a drug would stand there without its name', () => {
    const drugs = [{ ...drug('氯胺酮'), volume: 4 }]
    const anesthesia_protocol = { name: 'Routine', sections: [{ title: 'S', drugs }], fluids: [] }
    expect(() => pagesOf(samplePaper({ anesthesia_protocol }))).toThrow(RangeError)
    expect(() => pagesOf(samplePaper({ name: '犬', injections: [] }))).not.toThrow()
    const row = {
      what: 'Drug given: 阿托品',
      day: '11/26/2026',
      time: '3:05:07 PM',
      since: '0:10',
      who: 'Ana',
    }
    expect(() => pagesOf({ ...samplePaper(), code: [row] })).not.toThrow()
    expect(() => pagesOf({ ...samplePaper(), code: [{ ...row, drug: '阿托品' }] })).toThrow(RangeError)
  })

  it('calls a patient none of whose letters it has by words, on every page', () => {
    const notes = 'A line of the notes.\n'.repeat(120)
    const procedure = { name: 'Spay', notes }
    const pages = pagesOf(samplePaper({ name: '小白', procedure }), { procedureNotes: true })
    expect(pages.length).toBeGreaterThan(1)
    for (const { texts } of pages) {
      expect(texts.map(({ text }) => text).join(' ')).toContain('name in the DOCX')
      expect(texts.map(({ text }) => text).join(' ')).not.toContain('\ufffd')
    }
    expect(pagesOf(samplePaper({ name: 'Rex 小' }))[0]?.texts.map(({ text }) => text)).toContain('Rex \ufffd')
  })

  it('leaves no room for a digit between a volume and its unit, and one point for all', () => {
    const drugs = [4, 0.25, 1234].map((volume) => ({ ...drug(`Drug ${volume}`), volume }))
    const anesthesia_protocol = { name: 'Routine', sections: [{ title: 'S', drugs }], fluids: [] }
    const [page] = pagesOf(
      samplePaper({ anesthesia_protocol, injections: [], emergency_protocol: { name: '', drugs: [] } }),
    )
    const texts = page?.texts ?? []
    const volumes = texts.filter(isVolume)
    expect(volumes.map(({ text }) => text)).toStrictEqual(['4', '0.25', '1234'])
    expect(new Set(volumes.map((volume) => pointOf(volume).toFixed(1))).size).toBe(1)
    for (const { text, x, y, size } of volumes) {
      const unit = texts.find((one) => one.text === 'ml' && Math.abs(one.y - y) < 2)
      const width = (text.length - (text.includes('.') ? 1 : 0)) * DIGIT + (text.includes('.') ? 0.286 : 0)
      expect(unit?.x).toBeCloseTo(x + width * size + 4, 0)
    }
  })

  it('keeps two long volumes of an emergency drug apart, each with its unit', () => {
    const drugs = [
      {
        id: '1',
        name: 'Dextrose',
        concentration: 1,
        volume_low: 1234.55,
        volume_high: 99_999.54,
        route: 'IV' as const,
      },
    ]
    const [page] = pagesOf(samplePaper({ emergency_protocol: { name: 'CPR', drugs } }))
    const doc = new jsPDF()
    embedFonts(doc, fonts)
    const pen = makePen(doc)
    const y = page?.texts.find(({ text }) => text === 'Dextrose')?.y ?? Infinity
    const row = (page?.texts ?? []).filter((one) => Math.abs(one.y - y) < 12).toSorted((a, b) => a.x - b.x)
    expect(row.map(({ text }) => text)).toStrictEqual([
      'Dextrose',
      '1 mg/ml',
      '1234.55',
      'ml',
      '99999.54',
      'ml',
      'IV',
    ])
    row.forEach(({ text, x, size, font }, nth) => {
      const end = x + pen.width(text, size, font.endsWith('Bold') ? 'bold' : 'normal')
      expect(end).toBeLessThan(row[nth + 1]?.x ?? Infinity)
    })
  })

  it('says who the patient is, what is done, when and by whom', () => {
    const [first] = pagesOf(samplePaper())
    const said = textsOf(first)
    for (const text of [
      'Ängström "Σοφία" O’Malley',
      'A-12',
      '22 lb',
      '9.98 kg',
      'Canine',
      '03/05/2026',
      'Ovariohysterectomy',
      'Routine',
      'Maria Fernández',
      'foster',
      'Riverside Animal Clinic',
    ]) {
      expect(said).toContain(text)
    }
  })

  it('says nothing of an outcome of N/A and of an ID that is not known', () => {
    const { patient_id: _, ...rest } = sampleSheet
    const said = textsOf(pagesOf({ ...samplePaper(), sheet: { ...rest, outcome: 'N/A' } })[0])
    expect(said).not.toContain('N/A')
    expect(said).not.toContain('Outcome')
    expect(said).not.toContain('Patient ID')
  })

  it('has a row for each drug, fluid, injection and emergency drug', () => {
    const [page] = pagesOf(samplePaper())
    expect(rowWith(page, 'Hydromorphone')).toBe('Hydromorphone|0.5 mg/kg|10 mg/ml|0.5|ml|IM')
    expect(textsOf(page)).toContain('Controlled C-II')
    expect(rowWith(page, 'Acepromazine')).toBe('Acepromazine|0.03 mg/kg|10 mg/ml|0.03|ml|SC')
    expect(rowWith(page, 'Without a dosage')).toBe('Without a dosage|0.54 mg/ml|12.3|ml|EPIDURAL')
    expect(rowWith(page, 'Lactated Ringer’s')).toBe('Lactated Ringer’s|5 ml/kg|49.9|ml')
    expect(rowWith(page, 'Epinephrine')).toBe('Epinephrine|1 mg/ml|0.1|ml|1|ml|IV')
    expect(textsOf(page)).toContain('Cefazolin')
  })

  it('never prints 0 for a dose: it says <0.01 and what to do', () => {
    const [page] = pagesOf(samplePaper())
    const said = textsOf(page)
    expect(rowWith(page, 'Бупренорфин')).toContain('<0.01|ml|IV')
    expect(said).toContain('Too small to measure, dilute, exactly 0.002 ml')
    expect(rowWith(page, 'Naloxone')).toContain('<0.01|ml|0.01|ml|OTHER')
    expect(said).toContain('Low: Too small to measure, dilute · High: Rounded from 0.00798 ml')
  })

  it('writes ml/kg beside a rate only, with both columns labelled', () => {
    const [page] = pagesOf(samplePaper())
    const said = textsOf(page)
    expect(said.filter((text) => text.includes('ml/kg'))).toStrictEqual(['5 ml/kg'])
    expect(rowWith(page, 'Fluids')).toBe('Fluids|Rate|Volume|Time|Initials')
  })

  it('makes the volume the largest thing in its row, bold, all decimal points in one line', () => {
    const [page] = pagesOf(samplePaper())
    const volumes = (page?.texts ?? []).filter(isVolume)
    const columns = new Set(volumes.map((volume) => pointOf(volume).toFixed(1)))
    expect(volumes.length).toBeGreaterThan(5)
    expect(columns.size).toBe(2)
    for (const volume of volumes) {
      const row = (page?.texts ?? []).filter(({ y }) => Math.abs(y - volume.y) < 17)
      expect(volume.font).toBe('NotoSans-Bold')
      const others = row.filter((one) => !isVolume(one))
      expect(Math.max(...others.map(({ size }) => size))).toBeLessThan(volume.size)
    }
  })

  it('writes each volume as one text, so that no digit is parted from its point', () => {
    const said = textsOf(pagesOf(samplePaper())[0])
    for (const volume of ['0.5', '0.03', '<0.01', '12.3', '49.9']) expect(said).toContain(volume)
    expect(said.filter((text) => /^\.\d|\d\.$/.test(text))).toStrictEqual([])
  })

  it('prints every letter of Latin, Greek and Cyrillic names as real text', () => {
    const name = 'Łucja "Ψυχή" Їжачок-O’Brien Nguyễn'
    const pages = pagesOf(samplePaper({ name }))
    for (const page of pages) expect(textsOf(page)).toContain(name)
  })

  it('shows the sign for a missing letter where the fonts have none', () => {
    expect(textsOf(pagesOf(samplePaper({ name: 'Rex 🐶 犬' }))[0])).toContain('Rex � �')
  })
})

describe('the pages of the PDF', () => {
  it('carry patient, ID, species, weight and n / total in the margin', () => {
    const pages = pagesOf(withSections(5, 5, 5, 5, 5, 5, 5, 5, 5), {
      emergencyPageBreak: true,
      procedureNotes: true,
    })
    expect(pages.length).toBeGreaterThan(3)
    pages.forEach((page, index) => {
      const margin = page.texts.filter(({ y }) => y > 955).map(({ text }) => text)
      expect(margin.toSorted()).toStrictEqual(
        [
          'Ängström "Σοφία" O’Malley',
          'ID A-12',
          'Canine · 22 lb',
          `${index + 1} / ${pages.length}`,
        ].toSorted(),
      )
      for (const { y } of page.texts.filter(({ text }) => !margin.includes(text))) expect(y).toBeLessThan(953)
    })
  })

  it('begin with patient, species and weight in both units where they go on, the emergency page first of all', () => {
    const pages = pagesOf(withSections(5, 5, 5, 5, 5), { emergencyPageBreak: true, procedureNotes: true })
    const emergency = pageWith(pages, 'Emergency Drugs')
    expect(emergency).toBeGreaterThan(0)
    for (const page of pages.slice(1)) {
      const [patient, known, ...rest] = page.texts.toSorted((a, b) => a.y - b.y || a.x - b.x)
      expect([patient?.text, known?.text]).toStrictEqual([
        'Ängström "Σοφία" O’Malley',
        'Canine · 22 lb · 9.98 kg',
      ])
      expect(Math.min(patient?.size ?? 0, known?.size ?? 0)).toBe(15)
      for (const { y, size } of rest) expect(y - size).toBeGreaterThan(known?.y ?? Infinity)
    }
    expect(textsOf(pages[0])).not.toContain('Canine · 22 lb · 9.98 kg')
  })

  it('write a volume that is low and high in one once, between the two columns', () => {
    const low = { id: '1', concentration: 1, volume_low: 0.54, volume_high: 0.54, route: 'IV' } as const
    const [page] = pagesOf(
      samplePaper({
        emergency_protocol: {
          name: 'CPR',
          drugs: [
            { ...low, name: 'Atropine' },
            { ...low, name: 'Epinephrine', volume_high: 5.4 },
            { ...low, name: 'Naloxone', volume_low: 0, volume_high: 0 },
          ],
        },
      }),
    )
    expect(rowWith(page, 'Atropine')).toBe('Atropine|1 mg/ml|0.54|ml|IV')
    expect(rowWith(page, 'Epinephrine')).toBe('Epinephrine|1 mg/ml|0.54|ml|5.4|ml|IV')
    // Nobody knows what was rounded to 0 there.
    expect(rowWith(page, 'Naloxone').match(/<0/g)).toHaveLength(2)
  })

  it('have room in the margin for the longest name, ID and weight', () => {
    const [page] = pagesOf(
      samplePaper({
        name: 'W'.repeat(50),
        patient_id: 'M'.repeat(50),
        weight: 99999.999,
        weight_units: 'lb',
      }),
    )
    const margin = (page?.texts ?? []).filter(({ y }) => y > 955).toSorted((a, b) => a.x - b.x)
    expect(margin.map(({ text }) => text)).toStrictEqual([
      'W'.repeat(50),
      `ID ${'M'.repeat(50)}`,
      'Canine · 99999.999 lb',
      '1 / 1',
    ])
    const doc = new jsPDF()
    embedFonts(doc, fonts)
    const pen = makePen(doc)
    for (const [nth, { text, x, size, font }] of margin.entries()) {
      const end = x + pen.width(text, size, font.includes('Bold') ? 'bold' : 'normal')
      expect(end).toBeLessThan(margin[nth + 1]?.x ?? 760 - 20)
    }
  })

  it('never split a section, and keep the order', () => {
    const pages = pagesOf(withSections(5, 5, 5, 5, 5, 5, 5, 5, 5))
    const places = Array.from({ length: 9 }, (_, nth) => {
      const on = Array.from({ length: 5 }, (__, row) => pageWith(pages, `S${nth}-${row}`))
      expect(new Set(on).size).toBe(1)
      expect(pageWith(pages, `S${nth}`)).toBe(on[0])
      return on[0]
    })
    expect(places).toStrictEqual([0, 0, 0, 1, 1, 1, 1, 2, 2])
  })

  it('fill 932: 152, three sections of 5 and one of 3 make 910; one of 4 goes on the next page', () => {
    expect(pageWith(pagesOf(withSections(5, 5, 5, 3)), 'S3')).toBe(0)
    expect(pageWith(pagesOf(withSections(5, 5, 5, 4)), 'S3')).toBe(1)
  })

  it.each([
    [false, false, 0, 0],
    [true, false, 1, 1],
    [false, true, 0, 1],
    [true, true, 1, 2],
  ])(
    'injections on a new page: %s, emergency drugs: %s',
    (injectionPageBreak, emergencyPageBreak, injections, emergency) => {
      const pages = pagesOf(samplePaper(), { injectionPageBreak, emergencyPageBreak })
      expect(pageWith(pages, 'Injections')).toBe(injections)
      expect(pageWith(pages, 'Emergency Drugs')).toBe(emergency)
      expect(pages).toHaveLength(emergency + 1)
    },
  )

  it('hold the first ten injections in two columns, the left one first', () => {
    const injections = Array.from({ length: 11 }, (_, nth) => `Injection ${nth}`)
    const page = pagesOf(samplePaper({ injections }), { injectionPageBreak: true })[1]
    const places = injections.map((name) => page?.texts.find(({ text }) => text === name))
    expect(places[10]).toBeUndefined()
    const column = (start: number) => places.slice(start, start + 5).map((place) => place?.x)
    expect(new Set(column(0)).size).toBe(1)
    expect(new Set(column(5)).size).toBe(1)
    expect(column(5)[0]).toBeGreaterThan(column(0)[0] ?? 760)
    expect(places[0]?.y).toBe(places[5]?.y)
    expect(places[1]?.y).toBe((places[0]?.y ?? 0) + 35)
  })

  it('put procedure notes last, and only when asked for', () => {
    const said = (chosen: Partial<SheetExportOptions>) => pagesOf(samplePaper(), chosen).map(textsOf)
    expect(said({}).flat()).not.toContain('Procedure Notes')
    expect(said({ procedureNotes: true }).at(-1)).toStrictEqual(
      expect.arrayContaining(['Procedure Notes', 'Keep her warm.', 'SpO₂ above 95 %.']),
    )
    const bare = pagesOf(samplePaper({ procedure: 'Dental' }), { procedureNotes: true })
    expect(bare.flatMap(textsOf)).not.toContain('Procedure Notes')
  })

  it('carry all of long notes, and no line beyond the edge', () => {
    const words = Array.from({ length: 1400 }, (_, nth) => `word${nth}`)
    const pages = pagesOf(
      samplePaper({ procedure: { name: 'x', notes: `${words.join(' ')} ${'W'.repeat(300)}` } }),
      {
        procedureNotes: true,
      },
    )
    const lines = pages.slice(1).flatMap((page) => page.texts.filter(({ size, y }) => size === 13 && y < 953))
    const all = lines.map(({ text }) => text).join(' ')
    expect(all.split(' ').filter((word) => word.startsWith('word'))).toStrictEqual(words)
    expect(all.match(/W/g)).toHaveLength(300)
    expect(Math.max(...lines.map(({ text }) => text.length))).toBeLessThan(130)
  })

  it('are at most 100, and say how many lines of notes that leaves out', () => {
    const notes = Array.from({ length: 5_000 }, (_, nth) => `${nth}`).join('\n')
    const pages = pagesOf(samplePaper({ procedure: { name: 'x', notes } }), { procedureNotes: true })
    expect(pages).toHaveLength(100)
    const last = textsOf(pages[99])
    // 99 pages of 44 lines, the last of which says what is missing.
    expect(last).toContain('645 more lines of notes do not fit on 100 pages and are not printed here.')
    expect(last).toContain('4354')
    expect(last).not.toContain('4355')
  })
})

describe('long names', () => {
  it('are printed whole, within their cells', () => {
    const long = 'W'.repeat(50)
    const paper = samplePaper({
      name: long,
      patient_id: long,
      procedure: { name: long },
      injections: [long],
      anesthesia_protocol: {
        name: long,
        sections: [
          { title: long, drugs: [{ ...drug(long), volume: 0, volume_exact: 0.001, controlled: true }] },
        ],
        fluids: [{ name: long, rate: 100_000, volume: 9_999_999.9 }],
      },
    })
    const [page] = pagesOf({ ...paper, author_name: long, clinic: long })
    const pieces = (page?.texts ?? []).filter(({ text }) => /W{5}/.test(text))
    expect(
      pieces
        .map(({ text }) => text)
        .join('')
        .match(/W/g),
    ).toHaveLength(50 * 12)
    for (const { text, x, size } of pieces) {
      const right = x + (text.split('W').length - 1) * size * 0.88
      expect(right).toBeLessThan(731)
    }
  })
})
