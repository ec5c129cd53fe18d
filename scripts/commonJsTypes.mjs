import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const mode = '{ "resolution-mode": "import" }'
const esmImport = /^import (?:type )?\{([^}]*)\} from ['"]((?:viem|jose|typebox)(?:\/[^'"]+)?)['"]/gm
const esmTypeImport = /\bimport\(['"]((?:viem|jose|typebox)(?:\/[^'"]+)?)['"]\)/g

/**
 * Writes a `.d.cts` beside each declaration. `require` of the packages gives their ES modules (Node since 20.19), one
 * instance for both kinds of callers, but TypeScript's `node16` refuses a CommonJS file declarations of ES modules
 * (TS1479). These say the same for such files.
 */
export function declareCommonJs(dist) {
  for (const entry of readdirSync(dist, { recursive: true, withFileTypes: true })) {
    if (!entry.name.endsWith('.d.ts')) continue
    const file = join(entry.parentPath, entry.name)
    const text = readFileSync(file, 'utf8')
      // Relative modules: to the declaration of the same kind.
      .replace(/((?:from|import)\s*\(?\s*['"]\.{1,2}\/[^'"]+)\.(?:ts|js)(['"])/g, '$1.cjs$2')
      // Packages that are ES modules themselves, or became so (viem): their types alone, read as such.
      .replace(
        esmImport,
        (_, names, name) => `import type {${names.replace(/\btype /g, '')}} from '${name}' with ${mode}`,
      )
      .replace(esmTypeImport, `import("$1", { with: ${mode} })`)
      .replace(/\n\/\/# sourceMappingURL=.*\s*$/, '\n')
    writeFileSync(file.replace(/\.d\.ts$/, '.d.cts'), text)
  }
}
