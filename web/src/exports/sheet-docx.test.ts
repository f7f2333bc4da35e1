import { strFromU8, unzipSync } from 'fflate'
import { describe, expect, it } from 'vitest'
import { sheetDocx } from './sheet-docx.ts'
import type { SheetExportOptions, SheetPaper } from './sheet-paper.ts'
import { samplePaper, sampleSheet } from './testing/sheet-sample.ts'

const options: SheetExportOptions = {
  filename: 'Sheet',
  injectionPageBreak: false,
  emergencyPageBreak: false,
  procedureNotes: false,
}

async function partsOf(paper: SheetPaper, chosen: Partial<SheetExportOptions> = {}) {
  const blob = await sheetDocx(paper, { ...options, ...chosen })
  const files = unzipSync(new Uint8Array(await blob.arrayBuffer()))
  const part = (name: string) => strFromU8(files[name] ?? new Uint8Array())
  return {
    document: part('word/document.xml'),
    footer: part('word/footer1.xml'),
    headers: [part('word/header1.xml'), part('word/header2.xml')],
    type: blob.type,
    core: part('docProps/core.xml'),
  }
}

const unescape = (text: string) =>
  text.replace(
    /&(lt|gt|amp|quot|apos);/g,
    (_, name: string) => ({ lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" })[name] ?? '',
  )

/** The texts of the paragraphs in order; '[page]' before one that starts a page. */
function paragraphsOf(xml: string): string[] {
  return [...xml.matchAll(/<w:p>([\s\S]*?)<\/w:p>/g)].map(([, inner = '']) => {
    const said = [...inner.matchAll(/<w:r><w:tab\/>|<w:t(?: [^>]*)?>([^<]*)<\/w:t>/g)]
      .map(([, text]) => (text === undefined ? '|' : unescape(text)))
      .join('')
    return `${inner.includes('<w:pageBreakBefore/>') ? '[page]' : ''}${said}`
  })
}
const tablesOf = (xml: string) =>
  [...xml.matchAll(/<w:tbl>([\s\S]*?)<\/w:tbl>/g)].map(([, table = '']) =>
    [...table.matchAll(/<w:tr>([\s\S]*?)<\/w:tr>/g)].map(([, row = '']) =>
      [...row.matchAll(/<w:tc>([\s\S]*?)<\/w:tc>/g)].map(([, cell = '']) => paragraphsOf(cell).join('/')),
    ),
  )

describe('the Word file of a sheet', () => {
  it('says at its head and on each page that its volumes could not be confirmed', async () => {
    const { document, footer } = await partsOf({ ...samplePaper(), volumes_differ: true })
    expect(paragraphsOf(document)[0]).toContain(
      'Volumes not confirmed: calculate each one again before you draw it|',
    )
    expect(paragraphsOf(footer)[0]).toContain('|Volumes not confirmed · Canine · 22 lb')
    const sure = await partsOf(samplePaper())
    expect(`${sure.document}${sure.footer}`).not.toContain('not confirmed')
  })

  it('says at its head that the weight is unusual, and that a dose has no reason', async () => {
    const unusual_weight = '8.8 kg is 19.4 lb, heavy for a cat. 8.8 lb would be 3.99 kg.'
    const { document, footer } = await partsOf({
      ...samplePaper(),
      unusual_weight,
      dose_unexplained: true,
    })
    const said = paragraphsOf(document)
    expect(said[0]).toContain('Dose without a reason: check it before you draw it|')
    expect(paragraphsOf(footer)[0]).toContain('|Dose without a reason · Canine · 22 lb')
    expect(said.indexOf(unusual_weight)).toBeGreaterThan(said.findIndex((text) => text.includes('22 lb')))
    expect(said.indexOf(unusual_weight)).toBeLessThan(said.indexOf('Species'))
  })

  it('ends the titles of volumes over the digits, and breaks a section at its slash', async () => {
    const { document } = await partsOf(samplePaper())
    for (const title of ['Volume', 'Low', 'High']) {
      const heads = [...document.matchAll(/<w:p>(?:(?!<\/w:p>)[\s\S])*<\/w:p>/g)]
        .map(([paragraph]) => paragraph)
        .filter((paragraph) => paragraph.includes(`>${title}</w:t>`))
      expect(heads.length).toBeGreaterThan(0)
      for (const head of heads) expect(head).toMatch(/<w:ind w:right="330"\/><w:jc w:val="right"\/>/)
    }
    expect(document).toContain('Tranquilizers/\u200bSedatives')
  })

  it('says the class of a drug in words beside its colour, where the title above has another', async () => {
    const midazolam = { name: 'Midazolam', concentration: 5, volume: 0.5, route: 'IM' } as const
    const acepromazine = { ...midazolam, name: 'Acepromazine' }
    const sections = [{ title: 'Premeds', key: 1, drugs: [acepromazine, midazolam] }]
    const { document } = await partsOf({
      ...samplePaper({ anesthesia_protocol: { name: 'Routine', sections, fluids: [] } }),
      drug_classes: new Map([[1, 'tranquilizer']]),
    })
    const said = paragraphsOf(document)
    expect(said).toContain('■ Premeds')
    expect(said).toContain('■ Benzodiazepine')
    expect(said).toContain('■ Vasopressor')
    expect(said.filter((text) => text.startsWith('▨ Opioid antagonist · Low: '))).toHaveLength(1)
    expect(said.join()).not.toContain('Tranquilizer')
    const colours = [...document.matchAll(/<w:color w:val="(\w+)"\/>(?:(?!<w:t)[\s\S])*<w:t[^>]*>[■▨] </g)]
    expect(colours.map(([, colour]) => colour)).toEqual(['f5c2a5', 'f08a24', 'b08fd0', '6aa9dc'])
  })

  it('says the same as the PDF, in the same order and tables', async () => {
    const { document, type, core } = await partsOf(samplePaper())
    expect(type).toBe('application/vnd.openxmlformats-officedocument.wordprocessingml.document')
    expect(core).toContain('Maria Fernández')
    expect(paragraphsOf(document)[0]).toBe('Anesthesia Sheet|Riverside Animal Clinic')
    expect(tablesOf(document)).toStrictEqual([
      [['Ängström "Σοφία" O’Malley', '22 lb  9.98 kg']],
      [['Species/Canine', 'Date/03/05/2026', 'Prepared by/Maria Fernández', 'Patient ID/A-12']],
      [['Procedure/Ovariohysterectomy', 'Anesthesia protocol/Routine', 'Outcome/foster']],
      [
        ['Opioid', 'Dosage', 'Concentration', 'Volume', 'Route', 'Time', 'Initials'],
        ['Hydromorphone/Controlled C-II', '0.5 mg/kg', '10 mg/ml', '0.5 ml', 'IM', '', ''],
      ],
      [
        ['Tranquilizers/\u200bSedatives', 'Dosage', 'Concentration', 'Volume', 'Route', 'Time', 'Initials'],
        ['Acepromazine', '0.03 mg/kg', '10 mg/ml', '0.03 ml', 'SC', '', ''],
        [
          'Бупренорфин/Too small to measure, dilute, exactly 0.002 ml',
          '0.001 mg/kg',
          '5 mg/ml',
          '<0.01 ml',
          'IV',
          '',
          '',
        ],
        ['Without a dosage', '', '0.54 mg/ml', '12.3 ml', 'EPIDURAL', '', ''],
      ],
      [
        ['Fluids', 'Rate', 'Volume', '', 'Time', 'Initials'],
        ['Lactated Ringer’s', '5 ml/kg', '49.9 ml', '', '', ''],
      ],
      [
        ['Injections', 'Time', 'Initials'],
        ['☐ Cefazolin', '', ''],
        ['☐ Rabies', '', ''],
      ],
      [
        ['Emergency Drugs  CPR canine', 'Concentration', 'Low', 'High', 'Route', 'Time', 'Initials'],
        ['Epinephrine', '1 mg/ml', '0.1 ml', '1 ml', 'IV', '', ''],
        [
          'Naloxone/Low: Too small to measure, dilute · High: Rounded from 0.00798 ml',
          '100 mg/ml',
          '<0.01 ml',
          '0.01 ml',
          'OTHER',
          '',
          '',
        ],
      ],
    ])
  })

  it('says in what each drug is measured: units are no mg', async () => {
    const drug = { name: 'Vasopressin', concentration: 20, amount_unit: 'units', route: 'IV' } as const
    const { document } = await partsOf(
      samplePaper({
        anesthesia_protocol: {
          name: 'Shock',
          sections: [{ title: 'S', drugs: [{ ...drug, dosage: 0.8, volume: 0.4 }] }],
          fluids: [],
        },
        emergency_protocol: {
          name: 'CPR',
          drugs: [{ ...drug, id: '1', volume_low: 0.2, volume_high: 0.4 }],
        },
      }),
    )
    const rows = tablesOf(document).flat()
    expect(rows).toContainEqual(['Vasopressin', '0.8 units/kg', '20 units/ml', '0.4 ml', 'IV', '', ''])
    expect(rows).toContainEqual(['Vasopressin', '20 units/ml', '0.2 ml', '0.4 ml', 'IV', '', ''])
    expect(rows.flat().join()).not.toContain('mg/')
  })

  it('begins every page but the first with patient, species and weight', async () => {
    const { document, headers } = await partsOf(samplePaper())
    expect(headers.map((header) => paragraphsOf(header).join('')).toSorted()).toStrictEqual([
      '',
      'Ängström "Σοφία" O’Malley|Canine · 22 lb · 9.98 kg',
    ])
    expect(document).toContain('<w:titlePg/>')
  })

  it('writes a volume that is low and high in one once, over both columns', async () => {
    const drug = {
      id: '1',
      name: 'Atropine',
      concentration: 1,
      volume_low: 0.5,
      volume_high: 0.5,
      route: 'IV' as const,
    }
    const { document } = await partsOf(samplePaper({ emergency_protocol: { name: 'CPR', drugs: [drug] } }))
    expect(tablesOf(document).at(-1)?.[1]).toStrictEqual(['Atropine', '1 mg/ml', '0.5 ml', 'IV', '', ''])
    expect(document).toContain('<w:gridSpan w:val="2"/>')
  })

  it('says nothing of an outcome of N/A and of an ID that is not known', async () => {
    const { patient_id: _, ...rest } = sampleSheet
    const { document, footer } = await partsOf({ ...samplePaper(), sheet: { ...rest, outcome: 'N/A' } })
    expect(document).not.toMatch(/N\/A|Outcome|Patient ID/)
    expect(footer).not.toContain('ID ')
  })

  it('has two columns of injections, the left one first', async () => {
    const injections = Array.from({ length: 11 }, (_, nth) => `Injection ${nth}`)
    const { document } = await partsOf(samplePaper({ injections }))
    const table = tablesOf(document).find(([head]) => head?.[0] === 'Injections')
    expect(table?.slice(1).map((row) => [row[0], row[3]])).toStrictEqual(
      [0, 1, 2, 3, 4].map((nth) => [`☐ Injection ${nth}`, `☐ Injection ${nth + 5}`]),
    )
    expect(document).not.toContain('Injection 10')
  })

  it.each([
    [false, false, []],
    [true, false, ['Injections']],
    [false, true, ['Emergency Drugs']],
    [true, true, ['Injections', 'Emergency Drugs']],
  ])(
    'starts pages: injections %s, emergency drugs %s',
    async (injectionPageBreak, emergencyPageBreak, starting) => {
      const { document } = await partsOf(samplePaper(), { injectionPageBreak, emergencyPageBreak })
      const said = paragraphsOf(document)
      const started = said.flatMap((text, at) =>
        text.startsWith('[page]') ? [said[at + 1]?.split('  ')[0]] : [],
      )
      expect(started).toStrictEqual(starting)
    },
  )

  it('keeps each block together: rows never split, all but the last hold on to the next, heads repeat', async () => {
    const { document } = await partsOf(samplePaper())
    const blocks = [...document.matchAll(/<w:tbl>([\s\S]*?)<\/w:tbl>/g)]
      .map(([, table = '']) => table)
      .slice(3)
    expect(blocks).toHaveLength(5)
    for (const block of blocks) {
      const rows = [...block.matchAll(/<w:tr>([\s\S]*?)<\/w:tr>/g)].map(([, row = '']) => row)
      expect(rows[0]).toContain('<w:tblHeader/>')
      rows.forEach((row, nth) => {
        expect(row).toContain('<w:cantSplit/>')
        const kept = row.match(/<w:keepNext\/>/g)?.length ?? 0
        expect(kept).toBe(nth < rows.length - 1 ? row.match(/<w:p>/g)?.length : 0)
      })
    }
  })

  it('has patient, ID, species, weight and page numbers in the margin of each page', async () => {
    const { footer, document } = await partsOf(samplePaper())
    expect(paragraphsOf(footer)[0]).toContain('Ängström "Σοφία" O’Malley   ID A-12')
    expect(paragraphsOf(footer)[0]).toContain('Canine · 22 lb')
    expect(footer).toMatch(/PAGE<\/w:instrText>[\s\S]* \/ [\s\S]*NUMPAGES<\/w:instrText>/)
    expect(document).toMatch(/<w:footerReference w:type="default"/)
  })

  it('puts procedure notes on a last page of their own, when asked for', async () => {
    const last = async (paper: SheetPaper, procedureNotes: boolean) =>
      paragraphsOf((await partsOf(paper, { procedureNotes })).document).slice(-3)
    expect(await last(samplePaper(), true)).toStrictEqual([
      '[page]Procedure Notes',
      'Keep her warm.',
      'SpO₂ above 95 %.',
    ])
    expect((await last(samplePaper(), false)).join('')).not.toContain('warm')
    expect((await last(samplePaper({ procedure: 'Dental' }), true)).join('')).not.toContain('Procedure Notes')
  })

  it('writes what XML minds, and every letter', async () => {
    const name = `<Rex> & "Жучка" 犬 🐶\u0001`
    const { document } = await partsOf(samplePaper({ name }))
    expect(document).toContain('&lt;Rex&gt; &amp; ')
    expect(tablesOf(document)[0]?.[0]?.[0]).toBe('<Rex> & "Жучка" 犬 🐶�')
  })
})
