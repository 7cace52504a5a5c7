import { Component, type ReactNode, useEffect } from 'react'
import type { RemoteContext } from './context.tsx'
import { Crashed } from './crashed.tsx'

/** Calls `onShown` after the effects of what it shows. */
export function Shown({ onShown, children }: { onShown: () => void; children: ReactNode }) {
  useEffect(onShown, [onShown])
  return children
}

interface BoundaryProps {
  report: RemoteContext['report']
  children: ReactNode
}

export class Boundary extends Component<BoundaryProps, { error: Error | null }> {
  override state: { error: Error | null } = { error: null }

  static getDerivedStateFromError(error: Error) {
    return { error }
  }

  override render(): ReactNode {
    const { error } = this.state
    return error === null ? this.props.children : <Crashed error={error} report={this.props.report} />
  }
}
