import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { runQuietly } from './command.js'
import { ROOT } from './root.js'

const TOOL = join(ROOT, 'node_modules/dependency-cruiser/bin/dependency-cruise.mjs')
const ROOM = /^(packages|services|gateway|shell|mfe-.+|platform|bench)$/
const SOURCE = /\.(ts|tsx)$/
const SKIPPED = new Set(['node_modules', 'dist'])

/**
 * @typedef {object} Borders
 * @property {string[]} crossed one line per forbidden import
 * @property {string[]} reasons of each rule that was broken
 * @property {string[]} unseen source files the tool skipped; if there are any, the result proves nothing
 * @property {number} modules number of source files
 */

/**
 * Checks the rules of .dependency-cruiser.cjs.
 * @param {string} [root] the repository, or a copy of it
 * @returns {Promise<Borders>}
 */
export async function checkBorders(root = ROOT) {
  const rooms = readdirSync(root).filter((name) => ROOM.test(name))
  const args = ['--config', join(ROOT, '.dependency-cruiser.cjs'), '--output-type', 'json', ...rooms]
  const report = await runQuietly(process.execPath, [TOOL, ...args], { cwd: root })
  /** @type {{ modules: { source: string }[], summary: { violations: Violation[], ruleSetUsed: { forbidden: { name: string, comment: string }[] } } }} */
  const { modules, summary } = JSON.parse(report)
  const seen = new Set(modules.map(({ source }) => source))
  const sources = rooms.flatMap((room) => sourcesIn(root, room))
  const broken = new Set(summary.violations.map(({ rule }) => rule.name))
  const rules = summary.ruleSetUsed.forbidden.filter(({ name }) => broken.has(name))
  return {
    reasons: rules.map(({ name, comment }) => `${name}: ${comment}`),
    crossed: summary.violations.map(describe),
    unseen: sources.filter((source) => !seen.has(source)),
    modules: sources.length,
  }
}

/** @typedef {{ rule: { name: string }, from: string, to: string, cycle?: { name: string }[] }} Violation */

/** @param {Violation} violation */
function describe({ rule, from, to, cycle }) {
  return `${rule.name}: ${from} → ${cycle ? cycle.map(({ name }) => name).join(' → ') : to}`
}

/** @param {string} root @param {string} folder @returns {string[]} */
function sourcesIn(root, folder) {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    if (SKIPPED.has(entry.name)) return []
    const path = `${folder}/${entry.name}`
    if (entry.isDirectory()) return sourcesIn(root, path)
    return SOURCE.test(entry.name) && !entry.name.endsWith('.d.ts') ? [path] : []
  })
}
