import { Component, type ReactNode } from 'react'

interface BoundaryProps {
  report: (error: unknown) => void
  fallback: ReactNode
  children: ReactNode
}

/** Error boundary for the shell's own components. */
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
