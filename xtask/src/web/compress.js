// Writes FILE.br and FILE.gz beside each file of a folder that gets smaller by it; a server sends them as they are.
const fs = require("fs"), path = require("path"), zlib = require("zlib");
const compressible = /\.(css|html|js|json|svg|txt|wasm|webmanifest)$/;
const root = process.argv[2];
const names = fs.readdirSync(root, { recursive: true }).filter((name) => compressible.test(name));
for (const name of names) {
  const file = path.join(root, name), bytes = fs.readFileSync(file);
  const brotli = zlib.brotliCompressSync(bytes, {
    params: {
      [zlib.constants.BROTLI_PARAM_QUALITY]: 11,
      [zlib.constants.BROTLI_PARAM_LGWIN]: 24,
      [zlib.constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
    },
  });
  const gzip = zlib.gzipSync(bytes, { level: 9 });
  if (brotli.length < bytes.length) fs.writeFileSync(file + ".br", brotli);
  if (gzip.length < bytes.length) fs.writeFileSync(file + ".gz", gzip);
  console.log(`${name}: ${bytes.length} bytes, brotli ${brotli.length}, gzip ${gzip.length}`);
}
