import { escapeHtml } from '@aangan/contracts/html'

/** The same drawing as in shell/src/navigation/mark.tsx. */
const MARK =
  '<svg viewBox="0 0 32 32" width="28" height="28" aria-hidden="true"><rect width="32" height="32" rx="8" fill="var(--color-accent)"/><path d="M7 25V14.5a9 9 0 0 1 18 0V25" fill="none" stroke="var(--color-on-accent)" stroke-width="2.5" stroke-linecap="round"/><path d="M12 25v-9.5a4 4 0 0 1 8 0V25" fill="var(--color-marigold)"/></svg>'

/** Shown if scripts do not arrive. Before what is rendered, whose end may not arrive either. */
export const LATE = '<p class="frame-late">This is taking longer than usual. <a href="">Reload the page</a></p>'

/** Above what the server has rendered. */
export const PLAIN =
  '<noscript><p class="frame-plain">Without JavaScript you can search, read, sign in and sign out. To do more, turn it on in your browser and reload the page.</p></noscript>'

/** Painted as soon as the styles have arrived, and replaced by the shell, which brings them (shell/src/page/frame.css). */
export function renderFrame(siteName: string): string {
  const name = escapeHtml(siteName)
  return [
    `<header class="frame-bar">${MARK}${name}</header>`,
    '<main class="frame-main" aria-busy="true">',
    `<noscript>${name} needs JavaScript. Please turn it on in your browser and reload the page.</noscript>`,
    '<span class="frame-title"></span><span class="frame-lead"></span><span class="frame-body"></span>',
    LATE,
    '</main>',
  ].join('')
}
