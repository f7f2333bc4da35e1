import { foldedName } from '../records/reversal.ts'

/** Drugs that have an antagonist. */
const REVERSIBLE = [
  'dexmedetomidine',
  'medetomidine',
  'xylazine',
  'detomidine',
  'romifidine',
  'morphine',
  'hydromorphone',
  'oxymorphone',
  'methadone',
  'meperidine',
  'pethidine',
  'tramadol',
  'fentanyl',
  'remifentanil',
  'sufentanil',
  'alfentanil',
  'butorphanol',
  'buprenorphine',
  'nalbuphine',
  'midazolam',
  'diazepam',
  'zolazepam',
  'lorazepam',
] as const
/** Sedatives and anesthetics that have none. */
const IRREVERSIBLE = [
  'ketamine',
  'esketamine',
  'tiletamine',
  'propofol',
  'alfaxalone',
  'etomidate',
  'acepromazine',
  'thiopental',
  'thiopentone',
  'methohexital',
] as const
type Known = (typeof REVERSIBLE)[number] | (typeof IRREVERSIBLE)[number]

const DISSOCIATIVES: ReadonlySet<Known> = new Set(['ketamine', 'esketamine', 'tiletamine'])
const HAS_ANTAGONIST: ReadonlySet<Known> = new Set(REVERSIBLE)

/** Brands, the short forms of a drug list, and mixtures that go by their initials. */
const ALSO_CALLED: Readonly<Record<string, readonly Known[]>> = {
  dexmed: ['dexmedetomidine'],
  dexdomitor: ['dexmedetomidine'],
  domitor: ['medetomidine'],
  rompun: ['xylazine'],
  anased: ['xylazine'],
  dormosedan: ['detomidine'],
  sedivet: ['romifidine'],
  dilaudid: ['hydromorphone'],
  demerol: ['meperidine'],
  comfortan: ['methadone'],
  semfortan: ['methadone'],
  duragesic: ['fentanyl'],
  torb: ['butorphanol'],
  torbugesic: ['butorphanol'],
  dolorex: ['butorphanol'],
  buprenex: ['buprenorphine'],
  simbadol: ['buprenorphine'],
  vetergesic: ['buprenorphine'],
  zorbium: ['buprenorphine'],
  midaz: ['midazolam'],
  versed: ['midazolam'],
  valium: ['diazepam'],
  ketaset: ['ketamine'],
  vetalar: ['ketamine'],
  propoflo: ['propofol'],
  diprivan: ['propofol'],
  alfaxan: ['alfaxalone'],
  promace: ['acepromazine'],
  amidate: ['etomidate'],
  pentothal: ['thiopental'],
  telazol: ['tiletamine', 'zolazepam'],
  zoletil: ['tiletamine', 'zolazepam'],
  ttdex: ['tiletamine', 'zolazepam', 'butorphanol', 'dexmedetomidine'],
  tkx: ['tiletamine', 'zolazepam', 'ketamine', 'xylazine'],
  dkb: ['dexmedetomidine', 'ketamine', 'butorphanol'],
  dkt: ['dexmedetomidine', 'ketamine', 'butorphanol'],
  dkh: ['dexmedetomidine', 'ketamine', 'hydromorphone'],
}
const BY_WORD: ReadonlyMap<string, readonly Known[]> = new Map<string, readonly Known[]>([
  ...[...REVERSIBLE, ...IRREVERSIBLE].map((each) => [each, [each]] as const),
  ...Object.entries(ALSO_CALLED),
])

/** Words that name no other drug: salts, strengths, and for what or for whom it is. */
const PLAIN = new Set(
  (
    'hcl hydrochloride sulfate sulphate tartrate citrate maleate sodium ' +
    'high low double concentration concentrated conc strength hc sr er xr lab diluted dilution saline sterile water ' +
    'injection injectable inj solution usp generic vial preservative free pf ' +
    'mg g mcg ug µg μg ml iu unit units meq % per and or for with ' +
    'iv im sc sq dog dogs canine cat cats feline premed premedication sedation induction cri'
  ).split(' '),
)
const STRENGTH = /^\d+(?:\.\d+)?(?:mg|g|mcg|ug|ml|%)?$/u
const isPlain = (word: string) => PLAIN.has(word) || STRENGTH.test(word)

const wordsOf = (text: string): string[] =>
  (text.match(/[\p{L}\p{N}.%]+/gu) ?? []).map((word) => word.replace(/\.+$/, ''))
const partsOf = (text: string): ReadonlySet<Known> =>
  new Set(wordsOf(text).flatMap((word) => BY_WORD.get(word) ?? []))

/** What is known of a drug by the words of its name. */
export interface KnownDrug {
  /** The same for two names of one drug. */
  key: string
  /** It has, or one of its parts has, an antagonist. */
  isReversible: boolean
  /** It is, or holds, ketamine or tiletamine. */
  isDissociative: boolean
  /** Tiletamine-zolazepam and nothing else: one of the two can be reversed. */
  isTiletamineZolazepam: boolean
  /** Its antagonist takes away only a part of its effect. */
  isPartly: boolean
}

const JOINERS = /[/+&]|\b(?:and|with|plus)\b/u
const MIXTURE = /\b(?:mix|mixture|cocktail|combo|combination)\b/u

/** Null where no word of the name is that of a known drug. Nothing is told by a drug's class. */
export function knownDrug(name: string): KnownDrug | null {
  const folded = foldedName(name)
  const parts = partsOf(folded)
  if (parts.size === 0) return null
  const isOwn = (word: string) =>
    isPlain(word) || BY_WORD.get(word)?.every((part) => parts.has(part)) === true
  const isPlainName = wordsOf(folded).every(isOwn)
  const isPair = parts.size === 2 && parts.has('tiletamine') && parts.has('zolazepam') && isPlainName
  return {
    key: isPlainName && (parts.size === 1 || isPair) ? [...parts].sort().join(' ') : folded,
    isReversible: [...parts].some((part) => HAS_ANTAGONIST.has(part)),
    isDissociative: [...parts].some((part) => DISSOCIATIVES.has(part)),
    isTiletamineZolazepam: isPair,
    isPartly: parts.size === 1 && parts.has('buprenorphine'),
  }
}

/** More than one known drug, or one that words join to something else: what is given of each cannot be told. */
export function isMixture(name: string): boolean {
  const folded = foldedName(name)
  const halves = folded.split(JOINERS).filter((half) => !wordsOf(half).every(isPlain))
  return partsOf(folded).size > 1 || halves.length > 1 || MIXTURE.test(folded)
}

/**
 * How a drug on a sheet is the one that a reversal names; blanks around a name and case do not count:
 * - `same`: it has that name
 * - `begins`: it begins with that name, and all further words say only its salt, its strength, its use or its own brand:
 *   'Buprenorphine (high concentration)', 'Butorphanol 10 mg/ml', but neither 'Medetomidine-vatinoxan' nor 'Ketamine 1:1'
 * - `part`: it is tiletamine-zolazepam, and the reversal is for that, or for its zolazepam
 *
 * Null: it is another drug, or nobody can tell.
 */
export function namedAs(given: string, reversed: string): 'same' | 'begins' | 'part' | null {
  const [long, short] = [foldedName(given), foldedName(reversed)]
  if (long === short) return 'same'
  if (knownDrug(given)?.isTiletamineZolazepam)
    return short === 'zolazepam' || knownDrug(reversed)?.isTiletamineZolazepam ? 'part' : null
  if (short === '' || !long.startsWith(short)) return null
  const rest = long.slice(short.length)
  if (!BOUNDARY.test(rest) || JOINED.test(rest)) return null
  const own = [...partsOf(short)]
  const isOwn = (word: string) => own.length === 1 && sameParts(BY_WORD.get(word), own)
  // @rule reversed-name
  if (!wordsOf(rest).every((word) => isPlain(word) || isOwn(word))) return null
  return 'begins'
}
/** Where a name may end. */
const BOUNDARY = /^[\s,;:(\-®™]/u
/** What joins something that is not said, or a ratio of two. */
const JOINED = /[+&]|\d\s*[:/]\s*\d/u
const sameParts = (parts: readonly Known[] | undefined, own: readonly Known[]) =>
  parts?.length === 1 && parts[0] === own[0]
