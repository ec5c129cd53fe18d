// Runs the notebooks in Deno's Jupyter kernel, inside the repository and like a user: in a separate folder with the packages
// installed. The front end is Debian's jupyter-client (`sh scripts/debian.sh`).
import { execFile, execFileSync } from 'node:child_process'
import { copyFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { check, expectTrue, root, run, say } from './check.mjs'
import { installDeno } from './runtimes.mjs'

/**
 * The required output of each notebook, including charts. Those with `reads` take a recording of the repository: by default
 * inside it, and outside by `BLOCKS_FILE`. Notebooks without `everywhere` only run in the folder with the packages installed.
 */
const notebooks = {
  'notebook.ipynb': { prints: /next base fee [\d.e-]+ gwei, congestion low[\s\S]*instant/, everywhere: true },
  'type-mix.ipynb': {
    prints: /5564 transactions of 26 blocks[\s\S]*<svg /,
    everywhere: true,
    reads: 'mev-inspect-py/transactions',
  },
  'gas-calibration.ipynb': {
    prints: /1500 blocks, \d+ judged[\s\S]*<svg [\s\S]*geth[\s\S]*<svg /,
    reads: 'gas/simulated_fees',
  },
  'mev-blocks.ipynb': {
    prints: /3 blocks, \d+ transactions[\s\S]*sandwich[\s\S]*<svg [\s\S]*<svg /,
    reads: 'mev-inspect-py/blocks',
  },
  'liquidation-depth.ipynb': { prints: /\d+ borrowers of aave_v3[\s\S]*ether at \d+[\s\S]*<svg /, asks: 'devnet' },
  'provider-race.ipynb': { prints: /pool of all[\s\S]*<svg /, asks: 'devnet' },
}
/**
 * Executes the cells of a notebook in its folder and prints their output. Stops at the first error. The kernel has its own
 * process group, so this program ends it, also on SIGTERM and when the parent process has ended.
 */
const frontEnd = `
import json, os, queue, signal, sys, threading, time
from jupyter_client.manager import KernelManager
path, parent = sys.argv[1], int(sys.argv[2])
with open(path) as file:
    cells = json.load(file)['cells']
def watch():
    while os.getppid() == parent:
        time.sleep(1)
    os.kill(os.getpid(), signal.SIGTERM)
signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
threading.Thread(target=watch, daemon=True).start()
manager = KernelManager(kernel_name='deno')
try:
    manager.start_kernel(cwd=os.path.dirname(path))
    client = manager.client()
    client.start_channels()
    client.wait_for_ready(timeout=120)
    for cell in cells:
        if cell['cell_type'] != 'code':
            continue
        asked = client.execute(''.join(cell['source']))
        reply = client.get_shell_msg(timeout=120)
        while reply['parent_header'].get('msg_id') != asked:
            reply = client.get_shell_msg(timeout=120)
        if reply['content']['status'] != 'ok':
            print('\\n'.join(reply['content'].get('traceback', [str(reply['content'])])))
            break
    # The kernel may send the output of a cell late, even after its reply.
    while True:
        content = client.get_iopub_msg(timeout=3)['content']
        print(content.get('text', ''), end='')
        print(content.get('data', {}).get('image/svg+xml', ''), end='')
except queue.Empty:
    pass
finally:
    manager.shutdown_kernel(now=True)
`
// Debian's packages belong to Debian's Python, which may not be the first in PATH.
const python = ['/usr/bin/python3', 'python3'].find((command) => {
  try {
    execFileSync(command, ['-c', 'import jupyter_client'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
})

/** Runs every notebook in the repository and in `project`, a folder with the packages installed. */
export async function checkNotebooks(project) {
  if (python === undefined) {
    if (process.env.CI) check('a Jupyter front end', () => expectTrue(false, 'missing: run sh scripts/debian.sh'))
    return say('skipped  notebooks: no Jupyter front end (run sh scripts/debian.sh)')
  }
  const home = mkdtempSync(join(tmpdir(), 'outrigger-kernel-'))
  const { createAnvil, startDevnet } = await import('@outrigger/devnet')
  const anvil = await createAnvil({ chainId: 1, blockTimeMs: 1000 })
  const devnet = await startDevnet({ blockTimeMs: 1000, silent: true })
  try {
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'anvil_mine', params: ['0x46'] })
    await fetch(anvil.rpcUrl, { method: 'POST', headers: { 'content-type': 'application/json' }, body })
    const env = { ...process.env, HOME: home, DENO_NO_UPDATE_CHECK: '1', ROUNDS: '10' }
    execFileSync(installDeno(), ['jupyter', '--install'], { env, stdio: 'pipe' })
    run('npm', ['install', '--ignore-scripts', '--no-audit', '--no-fund', ...chartPackages()], { cwd: project })
    for (const [name, { prints, everywhere, reads, asks }] of Object.entries(notebooks)) {
      const rpcUrl = asks === 'devnet' ? devnet.chains.ethereum.rpcUrl : anvil.rpcUrl
      const inside = { ...env, RPC_URLS: rpcUrl }
      const recording = reads && join(root, 'packages/devnet/recorded', `${reads}.ndjson.gz`)
      const outside = recording ? { ...inside, BLOCKS_FILE: recording } : inside
      const original = join(root, 'examples', name)
      const copy = join(project, name)
      copyFileSync(original, copy)
      if (everywhere) await checkNotebook(`${name} in Deno's kernel, inside the repository`, original, inside, prints)
      await checkNotebook(`${name} in Deno's kernel, outside the repository`, copy, outside, prints)
    }
  } finally {
    await devnet.close()
    await anvil.close()
    rmSync(home, { recursive: true, force: true })
  }
}

async function checkNotebook(title, file, env, wanted) {
  const printed = await execute(file, env, wanted)
  check(title, () => expectTrue(wanted.test(printed), `it printed ${printed}`))
}

/** Returns the chart packages with the versions of this repository. */
function chartPackages() {
  const { devDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  return ['@observablehq/plot', 'linkedom'].map((name) => `${name}@${devDependencies[name]}`)
}

/** Runs a notebook and returns its output. Retries if the output is incomplete, because the kernel may be late on a busy machine. */
async function execute(file, env, wanted, attempts = 3) {
  const run = promisify(execFile)(python, ['-c', frontEnd, file, String(process.pid)], { env, timeout: 240_000 })
  const printed = await run.then(
    ({ stdout }) => stdout,
    (error) => `${error.stdout ?? ''}${error.stderr ?? error}`,
  )
  return wanted.test(printed) || attempts === 1 ? printed : execute(file, env, wanted, attempts - 1)
}
