/**
 * What a first visit to each route may transfer, in kB (1,024 bytes), at 1366 × 768 with an empty cache. `code` is what
 * stands between a visitor and a page that works; `total` has the document, fonts and the pictures in view besides.
 * `npm run bench -- bytes` writes what it is now into bench/README.md; a test holds every route to its budget.
 */
export const BUDGETS: Record<string, { code: number; total: number }> = {
  '/': { code: 180, total: 262 },
  '/list': { code: 292, total: 388 },
  '/{id}': { code: 192, total: 300 },
  '/agents': { code: 171, total: 236 },
  '/about': { code: 170, total: 233 },
  '/contact': { code: 170, total: 233 },
  '/login': { code: 168, total: 224 },
}

/** A window that shows pictures and map at once: the heavier visit of the two kinds. */
export const DESKTOP = { width: 1366, height: 768 }
