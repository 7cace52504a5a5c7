#!/usr/bin/env node
import { create } from '../new/new.js'
import { readArguments, USAGE } from './args.js'
import { nameOfFolder } from './build.js'
import { deploy } from './deploy.js'
import { Refusal } from './refusal.js'
import { openSite } from './site.js'
import { textOf } from './text.js'

/** `aangan`: begins a remote in the current folder, deploys it, and changes which release its visitors get. */
const EXIT = { USAGE: 2, NOT_LIVE: 3 }
const args = process.argv.slice(2)
const isJson = args.includes('--json')

if (args.length === 0 || args.includes('--help')) process.stdout.write(`${USAGE}\n`)
else if (args[0] === 'new') create(args.slice(1))
else await run()

async function run() {
  try {
    const command = readArguments(args, process.env)
    const result = await perform(command)
    process.stdout.write(`${isJson ? JSON.stringify(result) : textOf(command.action, result)}\n`)
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    const { code, message } = error
    if (isJson) process.stdout.write(`${JSON.stringify({ error: { code, message } })}\n`)
    else process.stderr.write(`aangan: ${message}\n`)
    process.exitCode = EXIT[/** @type {keyof typeof EXIT} */ (code)] ?? 1
  }
}

/** @param {import('./args.js').Command} command @returns {Promise<any>} */
async function perform(command) {
  const { action, operand, site: address, token, options } = command
  const dir = process.cwd()
  const name = options.name ?? (await nameOfFolder(dir, options.dist ?? 'dist'))
  const site = openSite({ site: address, token, name })
  const tell = (/** @type {string} */ line) => void (isJson || process.stderr.write(`${line}\n`))
  if (action === 'deploy') return await deploy(command, { site, name, dir, env: process.env, tell })
  if (action === 'override') {
    const { override } = await import('./override.js')
    return await override(site, { address, name, origin: options.origin })
  }
  if (action === 'status' || action === 'history') return await site.status()
  const why = options.why === undefined ? {} : { why: options.why }
  const channels = await site.change({ .../** @type {any} */ (changeOf(action, operand)), ...why })
  return { name, channels }
}

/** @param {string} action @param {string | undefined} operand */
function changeOf(action, operand) {
  if (action === 'canary') return { action, share: Number(operand) }
  return { action, ...(operand !== undefined && { version: operand }) }
}
