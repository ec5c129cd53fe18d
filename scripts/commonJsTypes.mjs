import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const mode = '{ "resolution-mode": "import" }'
const esmImport = /^import (?:type )?\{([^}]*)\} from ['"]((?:viem|jose|typebox)(?:\/[^'"]+)?)['"]/gm
const esmTypeImport = /\bimport\(['"]((?:viem|jose|typebox)(?:\/[^'"]+)?)['"]\)/g

/**
 * Writes a `.d.cts` next to each declaration. `require` loads the ES modules of the packages (Node from 20.19 on), so both
 * kinds of callers share one instance. But with `node16`, TypeScript does not let a CommonJS file use declarations of ES
 * modules (TS1479), so these files repeat them.
 */
export function declareCommonJs(dist) {
  for (const entry of readdirSync(dist, { recursive: true, withFileTypes: true })) {
    if (!entry.name.endsWith('.d.ts')) continue
    const file = join(entry.parentPath, entry.name)
    const text = readFileSync(file, 'utf8')
      // Relative imports refer to declarations of the same kind.
      .replace(/((?:from|import)\s*\(?\s*['"]\.{1,2}\/[^'"]+)\.(?:ts|js)(['"])/g, '$1.cjs$2')
      // Imports from packages that are ES modules, or became so (viem), are type imports with ES module resolution.
      .replace(
        esmImport,
        (_, names, name) => `import type {${names.replace(/\btype /g, '')}} from '${name}' with ${mode}`,
      )
      .replace(esmTypeImport, `import("$1", { with: ${mode} })`)
      .replace(/\n\/\/# sourceMappingURL=.*\s*$/, '\n')
    writeFileSync(file.replace(/\.d\.ts$/, '.d.cts'), text)
  }
}
