import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { startDevnet, toTrafficAccounts } from '@outrigger/devnet'
import { leaveOut } from '@outrigger/devnet/recorded'
import { startTraffic } from '@outrigger/devnet/traffic'
import { createNode } from '@outrigger/server'
import { expect, it } from 'vitest'

const page = readFileSync(fileURLToPath(new URL('../docs/guide/python.md', import.meta.url)), 'utf8')
const packages = ['requests', 'pandas', 'websocket', 'matplotlib']

/** A Python with the packages of the page. Debian installs them only for its own. */
function findPython(): string | undefined {
  const imports = packages.map((name) => `import ${name}`).join('; ')
  return ['/usr/bin/python3', 'python3'].find((python) => spawnSync(python, ['-c', imports]).status === 0)
}

it('the cells of the page run as one program and draw a plot', { timeout: 240_000 }, async (test) => {
  const python = findPython()
  if (python === undefined)
    return leaveOut(test, `Python with ${packages.join(', ')} is not installed: sh scripts/debian.sh`)
  const cells = [...page.matchAll(/^```python\n(.*?)^```/gms)].map(([, code]) => code)
  expect(cells).toHaveLength(9)
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
    const program = join(folder, 'page.py')
    writeFileSync(program, cells.join('\n'))
    const child = spawn(python, ['-W', 'error::FutureWarning', program], {
      cwd: folder,
      env: {
        PATH: process.env['PATH'],
        HOME: folder,
        OUTRIGGER_URL: url.replace(/\/api$/, ''),
        OUTRIGGER_GATEWAY_URL: gatewayUrl ?? '',
        OUTRIGGER_API_KEY: secret,
      },
    })
    let output = ''
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => {
        output += text
      })
    const [code] = await once(child, 'close')
    expect(code, output).toBe(0)
    expect(output).toMatch(/block \d+, stale: False/)
    expect(output).toMatch(/\d+ blocks, mean base fee [\d.]+ gwei/)
    expect(output).toMatch(/block \d+ used [\d.]+% of its gas limit/)
    const plot = join(folder, 'base-fee.png')
    expect(existsSync(plot)).toBe(true)
    expect(readFileSync(plot).length).toBeGreaterThan(10_000)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})
