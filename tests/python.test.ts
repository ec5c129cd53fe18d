import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { copyFileSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { startDevnet, toTrafficAccounts } from '@outrigger/devnet'
import { leaveOut } from '@outrigger/devnet/recorded'
import { startTraffic } from '@outrigger/devnet/traffic'
import { createNode } from '@outrigger/server'
import { expect, it, type TestContext } from 'vitest'

const root = fileURLToPath(new URL('..', import.meta.url))
const page = readFileSync(join(root, 'docs/guide/python.md'), 'utf8')
const packages = ['requests', 'pandas', 'websocket', 'matplotlib']

/** A Python with the packages of the page. Debian installs them only for its own. */
function findPython(): string | undefined {
  const imports = packages.map((name) => `import ${name}`).join('; ')
  return ['/usr/bin/python3', 'python3'].find((python) => spawnSync(python, ['-c', imports]).status === 0)
}

type Ended = { readonly output: string; readonly plots: readonly string[] }

/** Runs a program beside the client, against a node on a devnet with traffic. Its plots must exist. */
async function runProgram(python: string, program: string, plots: readonly string[]): Promise<Ended> {
  const folder = mkdtempSync(join(tmpdir(), 'outrigger-python-'))
  try {
    await using devnet = await startDevnet({ blockTimeMs: 500, silent: true })
    const endpoints = [devnet.chains.ethereum.rpcUrl]
    await using node = await createNode({ chains: { ethereum: { endpoints } }, mempool: 'atStart', log: 'error' })
    const { url, gatewayUrl } = await node.listen({ port: 0, gatewayPort: 0 })
    const { secret } = await node.keys.create({ name: 'python', scopes: ['read:blockchain', 'stream:websocket'] })
    await expect.poll(async () => (await fetch(`${url}/v1/oracle/gas/ethereum`)).status, { timeout: 30_000 }).toBe(200)
    const accounts = toTrafficAccounts(devnet.accounts.traders)
    await using _ = await startTraffic(devnet.chains.ethereum, { seed: 1, accounts, ratePerSecond: 5 })
    const file = join(folder, 'program.py')
    writeFileSync(file, program)
    copyFileSync(join(root, 'examples/python/outrigger.py'), join(folder, 'outrigger.py'))
    const child = spawn(python, ['-W', 'error::FutureWarning', file], {
      cwd: folder,
      env: {
        PATH: process.env['PATH'],
        HOME: folder,
        MPLBACKEND: 'Agg',
        OUTRIGGER_URL: url.replace(/\/api$/, ''),
        OUTRIGGER_GATEWAY_URL: gatewayUrl ?? '',
        OUTRIGGER_API_KEY: secret,
        OUTRIGGER_SECONDS: '20',
      },
    })
    let output = ''
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => {
        output += text
      })
    const [code] = await once(child, 'close')
    expect(code, output).toBe(0)
    const drawn = plots.filter(
      (plot) => existsSync(join(folder, plot)) && readFileSync(join(folder, plot)).length > 10_000,
    )
    return { output, plots: drawn }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function requirePython(test: TestContext): string {
  return findPython() ?? leaveOut(test, `Python with ${packages.join(', ')} is not installed: sh scripts/debian.sh`)
}

it('the cells of the page run as one program and draw a plot', { timeout: 240_000 }, async (test) => {
  const cells = [...page.matchAll(/^```python\n(.*?)^```/gms)].map(([, code]) => code)
  expect(cells).toHaveLength(9)
  const { output, plots } = await runProgram(requirePython(test), cells.join('\n'), ['base-fee.png'])
  expect(output).toMatch(/block \d+, stale: False/)
  expect(output).toMatch(/\d+ blocks, mean base fee [\d.]+ gwei/)
  expect(output).toMatch(/block \d+ used [\d.]+% of its gas limit/)
  expect(plots).toEqual(['base-fee.png'])
})

type Cell = { readonly cell_type: string; readonly source: readonly string[] }

it('the cells of the notebook run with the client and draw three plots', { timeout: 240_000 }, async (test) => {
  const notebook = JSON.parse(readFileSync(join(root, 'examples/python/research.ipynb'), 'utf8'))
  const cells = (notebook.cells as readonly Cell[]).filter(({ cell_type }) => cell_type === 'code')
  const wanted = ['base-fee.png', 'sandwiches.png', 'borrowers.png']
  const program = cells.map(({ source }) => source.join('')).join('\n')
  const { output, plots } = await runProgram(requirePython(test), program, wanted)
  expect(plots).toEqual(wanted)
  expect(output).toMatch(/\d+ minutes, mean base fee [\d.]+ gwei/)
  const [, count, ether] = /(\d+) sandwiches, ([\d.]+) ETH in \d+ pools/.exec(output) ?? []
  expect(
    [Number(count), Number(ether)].every((figure) => figure > 0),
    output,
  ).toBe(true)
  expect(output).toMatch(/\d+ of \d+ borrowers below 1.5, lowest health factor \d\.\d{3}/)
})
