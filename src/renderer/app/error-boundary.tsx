import { Component, type ErrorInfo, type ReactNode } from 'react'
import { boundaryRetries } from '#shared/limits'
import { logError } from '../platform/log'
import { isChunkError } from '../platform/retry-import'
import { reloadForChunk } from './chunk-reload'
import { ErrorScreen } from './error-screen'

interface Props {
  /** Changing the place resets the retries. */
  place: string
  children: ReactNode
}

interface State {
  error: unknown
  tries: number
  place: string
}

/** Renders its content again up to three times [4.18a, 9.4], then shows the error screen [2.21]. */
export class ErrorBoundary extends Component<Props, State> {
  override state: State = { error: null, tries: 0, place: this.props.place }

  static getDerivedStateFromError(error: unknown): Partial<State> {
    return { error: error ?? new Error('Nothing was thrown.') }
  }

  static getDerivedStateFromProps(props: Props, state: State): Partial<State> | null {
    return props.place === state.place ? null : { place: props.place, error: null, tries: 0 }
  }

  override componentDidCatch(error: unknown, { componentStack }: ErrorInfo): void {
    if (isChunkError(error) && reloadForChunk()) return
    logError('A part of the page failed.', { error, componentStack })
    if (this.state.tries < boundaryRetries) this.setState(({ tries }) => ({ error: null, tries: tries + 1 }))
  }

  override render(): ReactNode {
    const { error, tries } = this.state
    if (!error) return this.props.children
    return tries < boundaryRetries ? null : <ErrorScreen onTryAgain={() => this.setState({ error: null, tries: 0 })} />
  }
}
