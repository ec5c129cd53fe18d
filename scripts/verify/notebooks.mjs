// Runs the notebooks in Deno's Jupyter kernel, inside the repository and where a user has them: in a folder of his own with
// the packages installed. The front end is Debian's jupyter-client (`sh scripts/debian.sh`).
import { execFile, execFileSync } from 'node:child_process'
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { bin, check, expectTrue, root, say } from './check.mjs'

/** What each must print. */
const notebooks = {
  'notebook.ipynb': /next base fee [\d.]+ gwei, congestion low[\s\S]*instant/,
  'type-mix.ipynb': /123 D{20}t{40} 3\n[\s\S]*66\.67/,
}
/** Executes the cells of a notebook where it lies, and prints what they print; the first error ends it. */
const frontEnd = `
import json, os, queue, sys
from jupyter_client.manager import start_new_kernel
path = sys.argv[1]
with open(path) as file:
    cells = json.load(file)['cells']
manager, client = start_new_kernel(startup_timeout=120, kernel_name='deno', cwd=os.path.dirname(path))
try:
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
    # The kernel sends what a cell prints on its own time, also after its answer.
    while True:
        content = client.get_iopub_msg(timeout=3)['content']
        print(content.get('text', ''), end='')
except queue.Empty:
    pass
finally:
    client.stop_channels()
    manager.shutdown_kernel(now=True)
`
// Debian's packages belong to Debian's Python, which need not be the first in the path.
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
    if (process.env.CI) check('a front end of Jupyter', () => expectTrue(false, 'none: sh scripts/debian.sh'))
    return say('left out  notebooks: no front end of Jupyter (sh scripts/debian.sh)')
  }
  const home = mkdtempSync(join(tmpdir(), 'outrigger-kernel-'))
  const { createAnvil } = await import('@outrigger/devnet')
  const anvil = await createAnvil({ chainId: 1, blockTimeMs: 1000 })
  try {
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'anvil_mine', params: ['0x46'] })
    await fetch(anvil.rpcUrl, { method: 'POST', headers: { 'content-type': 'application/json' }, body })
    const env = {
      ...process.env,
      HOME: home,
      DENO_NO_UPDATE_CHECK: '1',
      RPC_URLS: anvil.rpcUrl,
      BLOCKS: recordBlock(home),
    }
    execFileSync(bin('deno'), ['jupyter', '--install'], { env, stdio: 'pipe' })
    for (const [name, expected] of Object.entries(notebooks)) {
      copyFileSync(join(root, 'examples', name), join(project, name))
      for (const file of [join(root, 'examples', name), join(project, name)]) {
        const printed = await execute(file, env)
        const where = file.startsWith(project) ? 'outside' : 'inside'
        check(`${name} in the kernel of Deno, ${where} the repository`, () => {
          expectTrue(expected.test(printed), `it printed ${printed}`)
        })
      }
    }
  } finally {
    await anvil.close()
    rmSync(home, { recursive: true, force: true })
  }
}

function recordBlock(home) {
  const folder = join(home, 'blocks')
  if (!existsSync(folder)) mkdirSync(folder)
  const rows = [
    { to: null, input: '0x6080' },
    { to: `0x${'11'.repeat(20)}`, input: '0x', value: '0x1' },
    { to: `0x${'22'.repeat(20)}`, input: `0xa9059cbb${'11'.repeat(20).padStart(64, '0')}${'1'.padStart(64, '0')}` },
  ]
  writeFileSync(join(folder, '123.ndjson'), rows.map((row) => JSON.stringify(row)).join('\n'))
  return folder
}

async function execute(file, env) {
  try {
    return (await promisify(execFile)(python, ['-c', frontEnd, file], { env, timeout: 240_000 })).stdout
  } catch (error) {
    return `${error.stdout ?? ''}${error.stderr ?? error}`
  }
}
