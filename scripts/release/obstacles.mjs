import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

const git = (root, ...args) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim()
const toStamp = (root) => join(root, '.cache', 'verified')

/** Records that the packages of this commit passed `npm run verify`. Does nothing if the tree has changes. */
export function stampVerified(root) {
  if (git(root, 'status', '--porcelain') !== '') return
  mkdirSync(dirname(toStamp(root)), { recursive: true })
  writeFileSync(toStamp(root), git(root, 'rev-parse', 'HEAD'))
}

/** Returns the reasons not to publish this tree. */
export function findObstacles(root) {
  const changes = git(root, 'status', '--porcelain')
  const stamp = existsSync(toStamp(root)) ? readFileSync(toStamp(root), 'utf8') : ''
  return [
    ...(changes === '' ? [] : [`The tree has changes that are not committed:\n${changes}`]),
    ...(stamp === git(root, 'rev-parse', 'HEAD')
      ? []
      : ['This commit has not passed: run `npm run build && npm run verify`.']),
  ]
}
