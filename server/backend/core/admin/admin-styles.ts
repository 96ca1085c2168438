/** Style sheet of the admin: colours and fonts of the shop, without external files. */
export const adminStyles = `
:root{color-scheme:light;--page:#f6f1e4;--surface:#fffdf7;--ink:#24301f;--soft:#4b5645;--brand:#2f5d3a;--line:#d8cfb8;--control:#7d7a68;--error:#9c2f1b;--ok:#245c33}
*{box-sizing:border-box}
body{margin:0;background:var(--page);color:var(--ink);font:17px/1.5 system-ui,sans-serif}
a{color:#1f5130}
:focus-visible{outline:3px solid #1c4fa3;outline-offset:2px}
main:focus,.notice:focus,.fault:focus{outline:0}
.skip{position:absolute;left:-999px}.skip:focus{left:8px;top:8px;background:var(--surface);padding:8px}
header{display:flex;flex-wrap:wrap;gap:8px 24px;align-items:center;background:var(--brand);color:#fff;padding:8px 16px}
header .home{color:#fff;font-weight:700;font-size:21px;margin-right:auto;text-decoration:none;padding:8px 0}
header form{display:flex;gap:8px;align-items:center;margin:0}
header .open{display:flex;align-items:center;min-height:44px;padding:0 12px;border:1px solid #fff;border-radius:6px;color:#fff}
nav .close{display:none}
.columns{display:grid;gap:24px;max-width:1440px;margin:0 auto;padding:16px}
@media (min-width:68em){.columns{grid-template-columns:220px minmax(0,1fr)}}
.alone{max-width:640px;margin:0 auto;padding:16px}
nav h2{font-size:14px;margin:12px 0 4px;color:var(--soft);text-transform:uppercase;letter-spacing:.04em}
nav ul{list-style:none;margin:0;padding:0;display:flex;flex-wrap:wrap;gap:0 4px}
nav a{display:block;min-height:44px;padding:9px 12px;border-radius:6px}
nav a[aria-current]{background:#dfe9d8;font-weight:700}
@media (min-width:68em){header .open{display:none}nav ul{display:block}nav a{min-height:0;padding:6px 12px}}
@media (max-width:67.9375em){nav{display:none}nav:target,nav:target .close{display:block}header label{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}}
main{min-width:0}
h1{font-size:31px;line-height:1.15;margin:0 0 16px}
h2{font-size:21px;margin:32px 0 8px}
.scroll{overflow-x:auto;background:var(--surface);border:1px solid var(--line);border-radius:6px}
table{border-collapse:collapse;width:100%}
th,td{text-align:left;padding:8px 12px;border-bottom:1px solid var(--line);vertical-align:top;overflow-wrap:break-word}
ins,del,h1,h2,h3,p,li,legend,summary{overflow-wrap:anywhere}
tr:last-child td{border-bottom:0}
.figure{text-align:right;font-variant-numeric:tabular-nums;white-space:nowrap}
.hidden{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}
@media (max-width:47.9375em){thead{display:none}tr{display:block;padding:8px 0;border-bottom:1px solid var(--line)}td,.figure{display:grid;grid-template-columns:9rem minmax(0,1fr);gap:0 12px;overflow-wrap:anywhere;border:0;padding:3px 12px;text-align:left;white-space:normal}td:empty{display:none}td::before{content:attr(data-label);color:var(--soft)}}
dl{background:var(--surface);border:1px solid var(--line);border-radius:6px;padding:8px 12px;margin:0}
dl div{display:grid;gap:0 16px;padding:3px 0}
@media (min-width:28em){dl div{grid-template-columns:14rem 1fr}}
dt{color:var(--soft)}dd{margin:0;overflow-wrap:anywhere}
.operation,details{background:var(--surface);border:1px solid var(--line);border-radius:6px;padding:12px 16px;margin:12px 0;max-width:860px}
details .operation{border:0;padding:0;margin:8px 0 0}
summary{min-height:32px;cursor:pointer;font-weight:700}
.operation p{margin:0 0 12px}
label,legend{display:block;font-weight:700;font-size:15px;margin-bottom:6px}
label.box{font-weight:400;font-size:17px;min-height:32px;padding:4px 0}
input,select,textarea,button{font:inherit;color:inherit}
input:not([type=checkbox]),select,textarea{width:100%;min-height:44px;padding:8px 10px;border:1px solid var(--control);border-radius:6px;background:#fff}
input[type=checkbox]{width:22px;height:22px;vertical-align:-4px}
header select{width:auto;min-height:36px;padding:2px 6px;color:var(--ink)}
textarea{font-family:ui-monospace,monospace;font-size:15px;field-sizing:content;min-height:5lh;max-height:80vh}
fieldset{border:1px solid var(--line);border-radius:6px;margin:0 0 12px}
button{min-height:44px;padding:8px 20px;border:0;border-radius:6px;background:#e9b93b;color:#24210f;font-weight:700;cursor:pointer}
header button{min-height:36px;padding:4px 12px;background:#fff;color:var(--ink)}
.search{display:flex;flex-wrap:wrap;gap:8px 16px;align-items:end;margin:0 0 16px}
.search p{margin:0;flex:1 1 160px}
.fault{display:block;color:var(--error);font-weight:700}.fault ul{font-weight:400;margin:4px 0 12px}
[aria-invalid]{border-color:var(--error)!important;border-width:2px!important}
.notice{background:#dfe9d8;border-left:6px solid var(--ok);padding:8px 16px}
.empty{background:var(--surface);border:1px dashed var(--control);border-radius:6px;padding:16px}
.lines{white-space:pre-wrap;overflow-wrap:anywhere}
.code{background:#fff}
.tasks{list-style:none;padding:0;display:grid;gap:12px;grid-template-columns:repeat(auto-fill,minmax(240px,1fr))}
.tasks a{display:block;background:var(--surface);border:1px solid var(--line);border-radius:6px;padding:16px}
h3.term{font-size:15px;color:var(--soft);margin:16px 0 0}
.languages{list-style:none;display:flex;flex-wrap:wrap;gap:0 16px;margin:0;padding:0}.languages a{display:inline-block;min-width:24px;padding:3px 0}
.missing,.older{color:var(--error);font-size:15px}
ins{background:#d5ecd0}del{background:#f6d5cd}
.pair{display:grid;gap:16px}
@media (min-width:68em){.pair{grid-template-columns:1fr 1fr}}
code{overflow-wrap:anywhere}
.photos{list-style:none;padding:0;display:flex;flex-wrap:wrap;gap:12px}
td .operation,td details{border:0;padding:0;margin:0 0 8px;background:none}
td .operation p{margin:0}
.languages{list-style:none;padding:0;margin:0;display:flex;flex-wrap:wrap;gap:4px 12px}
.languages .missing{color:var(--error)}.languages .older{color:var(--soft)}
.hint{color:var(--soft);font-size:15px}
.entries small{color:var(--soft);margin-left:6px}
.term{font-size:15px;color:var(--soft);margin:16px 0 0}
.text{background:var(--surface);border:1px solid var(--line);border-radius:6px;padding:4px 12px}
.paging{display:flex;gap:16px}.paging a{display:block;padding:10px 0}
.actions{display:flex;flex-wrap:wrap;gap:8px 16px;align-items:center}
.thumb{max-width:120px}
.tick{display:inline-block;width:18px;height:18px;border:2px solid var(--ink)}
.slip:not(:last-child){break-after:page}
.labels{display:grid;gap:8mm;margin:0;padding:0;list-style:none}
.labels li{display:grid;gap:2mm;padding:6mm;border:1px dashed;break-inside:avoid}
.labels strong{font-size:20pt}
img,svg{max-width:100%;height:auto}
@media print{header,nav,form,.no-print,main:has(.slip)>h1{display:none}body{background:#fff}.columns{display:block;padding:0}}
`;
