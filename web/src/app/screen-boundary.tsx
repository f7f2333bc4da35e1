import { Component } from 'react'
import type { ErrorInfo, ReactNode } from 'react'
import { EmptyState } from '../ui/empty-state.tsx'
import { crashed } from './shell-text.ts'

/** A screen that throws says so; the bar stays, and nothing saved is lost. */
export class ScreenBoundary extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false }

  static getDerivedStateFromError() {
    return { failed: true }
  }

  override componentDidCatch(error: unknown, info: ErrorInfo) {
    console.error(error, info.componentStack)
  }

  override render() {
    if (!this.state.failed) return this.props.children
    return (
      <div className="page">
        <EmptyState
          title={crashed.title}
          text={crashed.text}
          action={{ label: crashed.reload, onPress: () => window.location.reload() }}
        />
      </div>
    )
  }
}
