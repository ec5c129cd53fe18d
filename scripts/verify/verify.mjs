// Packs the published packages and checks them like a user: their contents, every supported runtime, the notebooks in
// Deno's kernel, and projects outside the repository. Run by `npm run verify`. Needs `npm run build` first.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { packAll } from '../pack.mjs'
import { stampVerified } from '../release/obstacles.mjs'
import { listFailed, root, say } from './check.mjs'
import { checkInstallSize } from './installSize.mjs'
import { checkNotebooks } from './notebooks.mjs'
import { checkProjects } from './projects.mjs'
import { checkRuntimes } from './runtimes.mjs'
import { checkTarballs } from './tarballs.mjs'
import { checkTreeShaking } from './treeShaking.mjs'

// npm's warnings about other settings would hide the output of this script.
process.env.npm_config_loglevel = 'error'
const work = mkdtempSync(join(tmpdir(), 'outrigger-verify-'))
process.on('exit', () => rmSync(work, { recursive: true, force: true }))
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1))

const tarballs = packAll(join(work, 'tarballs'))
checkTarballs(tarballs, work)
checkInstallSize(tarballs, work)
checkRuntimes(tarballs, work)
await checkTreeShaking(join(work, 'runtimes'))
await checkNotebooks(join(work, 'runtimes'))
await checkProjects(tarballs, work)
process.exitCode = listFailed().length > 0 ? 1 : 0
if (listFailed().length === 0) stampVerified(root)
else say(`FAILED: ${listFailed().join(' · ')}`)
