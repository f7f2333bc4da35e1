import {
  Calculator,
  CircleHelp,
  CloudCheck,
  CloudUpload,
  Download,
  Droplets,
  FileText,
  Printer,
  Search,
  Scale,
  Tags,
  Sparkles,
  TriangleAlert,
  ChevronLeft,
  HeartPulse,
  ListChecks,
  Pill,
} from 'lucide-react'
import type { ReactNode } from 'react'
import { Link, useParams } from 'react-router-dom'
import { paths } from '../../paths.ts'
import { buttonClass } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { KeyList } from '../../ui/key-list.tsx'
import { Tile } from '../../ui/tile.tsx'
import { BalanceExample } from './balance-example.tsx'
import './help.css'
import { helpText as text, PASSAGES, TOPICS, type Topic } from './help-text.ts'
import { InfusionsTopic } from './infusions-topic.tsx'
import { InstallTopic } from './install-topic.tsx'
import { LicensesTopic } from './licenses-topic.tsx'
import { MarkTopic, type MarkWords } from './mark-topic.tsx'
import { Passages } from './passages.tsx'
import { VolumesTopic } from './volumes-topic.tsx'
import { WhatsNewTopic } from './whats-new-topic.tsx'

interface HelpScreenProps {
  /** What the mark of the navigation bar says in each state. */
  markWords: MarkWords
}

const ICONS: Readonly<Record<Topic, ReactNode>> = {
  volumes: <Calculator />,
  infusions: <Droplets />,
  names: <Tags />,
  search: <Search />,
  day: <ListChecks />,
  library: <Pill />,
  emergency: <HeartPulse />,
  saving: <CloudUpload />,
  mark: <CloudCheck />,
  balances: <Scale />,
  attention: <TriangleAlert />,
  install: <Download />,
  new: <Sparkles />,
  licenses: <FileText />,
}

/** Short pages in plain words; all of them are in the app itself, but for the licenses of others. */
export function HelpScreen(props: HelpScreenProps) {
  const asked = useParams()['topic']
  if (asked === undefined) return <Topics />
  const topic = TOPICS.find((one) => one === asked)
  if (topic === undefined) return <EmptyState title={text.noTopic} icon={<CircleHelp />} />
  return (
    <div className="page help">
      <Link to={paths.help} className={buttonClass('quiet', false)}>
        <ChevronLeft />
        {text.list}
      </Link>
      <article className="help-article">
        <h2 className="title-1">{text.topics[topic].title}</h2>
        <Body topic={topic} {...props} />
      </article>
    </div>
  )
}

function Topics() {
  return (
    <div className="page help stack">
      <p className="quiet">{text.intro}</p>
      <div className="tiles">
        <Tile
          to={paths.helpTopic('volumes')}
          icon={ICONS.volumes}
          title={text.topics.volumes.title}
          text={text.topics.volumes.about}
        />
        <Tile to={paths.guide} icon={<Printer />} title={text.guide.title} text={text.guide.about} />
        {TOPICS.filter((topic) => topic !== 'volumes').map((topic) => (
          <Tile
            key={topic}
            to={paths.helpTopic(topic)}
            icon={ICONS[topic]}
            title={text.topics[topic].title}
            text={text.topics[topic].about}
          />
        ))}
      </div>
    </div>
  )
}

function Body({ topic, markWords }: { topic: Topic } & HelpScreenProps) {
  switch (topic) {
    case 'volumes':
      return <VolumesTopic />
    case 'infusions':
      return <InfusionsTopic />
    case 'mark':
      return <MarkTopic words={markWords} />
    case 'install':
      return <InstallTopic />
    case 'new':
      return <WhatsNewTopic />
    case 'licenses':
      return <LicensesTopic />
    case 'search':
      return (
        <>
          <Passages passages={PASSAGES.search ?? []} />
          <section className="stack-tight">
            <h3 className="title-3">{text.keys}</h3>
            <p>{text.keysWhere}</p>
            <KeyList />
          </section>
        </>
      )
    case 'balances':
      return (
        <>
          <BalanceExample />
          <Passages passages={PASSAGES.balances ?? []} />
        </>
      )
    default:
      return <Passages passages={PASSAGES[topic] ?? []} />
  }
}
