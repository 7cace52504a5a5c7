import { Component, type ReactNode } from 'react'

interface BoundaryProps {
  report: (error: unknown) => void
  fallback: ReactNode
  children: ReactNode
}

/** Keeps a failure of the shell's own rendering to the region around which it stands. */
export class Boundary extends Component<BoundaryProps, { failed: boolean }> {
  override state = { failed: false }

  static getDerivedStateFromError(): { failed: boolean } {
    return { failed: true }
  }

  override componentDidCatch(error: unknown): void {
    this.props.report(error)
  }

  override render(): ReactNode {
    return this.state.failed ? this.props.fallback : this.props.children
  }
}
