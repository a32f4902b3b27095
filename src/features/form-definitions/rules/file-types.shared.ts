/**
 * Extensions by MIME type, from the registry of IANA and the names that systems use beside it:
 * `subtype extension extension, subtype …`.
 */
const types: Readonly<Record<string, string>> = {
  image:
    'jpeg jpg jpeg jpe,gif gif,png png,bmp bmp,tiff tiff tif,webp webp,avif avif,x-icon ico,vnd.microsoft.icon ico,heic heic,heif heif heic,heic-sequence heics,heif-sequence heifs heics,jxl jxl,vnd.adobe.photoshop psd,x-xcf xcf',
  video:
    'mp4 mp4 m4v,quicktime mov qt,mpeg mpeg mpg mpe,webm webm,ogg ogv,x-matroska mkv,avi avi,x-msvideo avi,divx divx,x-flv flv,x-ms-asf asf asx,x-ms-wmv wmv,x-ms-wmx wmx,x-ms-wm wm,3gpp 3gp 3gpp,3gpp2 3g2 3gp2',
  audio:
    'mpeg mp3 m4a m4b,mp4 m4a m4b,aac aac,wav wav,x-wav wav,ogg ogg oga,opus opus,flac flac,midi mid midi,x-realaudio ra ram,x-ms-wma wma,x-ms-wax wax,x-matroska mka,3gpp 3gp 3gpp,3gpp2 3g2 3gp2',
  text: 'plain txt asc c cc h srt,csv csv,tab-separated-values tsv,calendar ics,richtext rtx,rtf rtf,css css,html htm html,vtt vtt,markdown md,javascript js',
  application:
    'pdf pdf,rtf rtf,javascript js,json json,xml xml,ttaf+xml dfxp,postscript ps eps ai,zip zip,gzip gz gzip,x-gzip gz gzip,x-tar tar,rar rar,vnd.rar rar,x-7z-compressed 7z,java class,x-shockwave-flash swf,x-msdownload exe,octet-stream psd xcf,epub+zip epub,' +
    'msword doc,vnd.ms-powerpoint ppt pot pps,vnd.ms-excel xls xla xlt xlw,vnd.ms-write wri,vnd.ms-access mdb,vnd.ms-project mpp,vnd.ms-word.document.macroEnabled.12 docm,vnd.ms-word.template.macroEnabled.12 dotm,' +
    'vnd.ms-excel.sheet.macroEnabled.12 xlsm,vnd.ms-excel.sheet.binary.macroEnabled.12 xlsb,vnd.ms-excel.template.macroEnabled.12 xltm,vnd.ms-excel.addin.macroEnabled.12 xlam,' +
    'vnd.ms-powerpoint.presentation.macroEnabled.12 pptm,vnd.ms-powerpoint.slideshow.macroEnabled.12 ppsm,vnd.ms-powerpoint.template.macroEnabled.12 potm,vnd.ms-powerpoint.addin.macroEnabled.12 ppam,vnd.ms-powerpoint.slide.macroEnabled.12 sldm,' +
    'vnd.openxmlformats-officedocument.wordprocessingml.document docx,vnd.openxmlformats-officedocument.wordprocessingml.template dotx,vnd.openxmlformats-officedocument.spreadsheetml.sheet xlsx,vnd.openxmlformats-officedocument.spreadsheetml.template xltx,' +
    'vnd.openxmlformats-officedocument.presentationml.presentation pptx,vnd.openxmlformats-officedocument.presentationml.slideshow ppsx,vnd.openxmlformats-officedocument.presentationml.template potx,vnd.openxmlformats-officedocument.presentationml.slide sldx,' +
    'onenote onetoc onetoc2 onetmp onepkg,oxps oxps,vnd.ms-xpsdocument xps,' +
    'vnd.oasis.opendocument.text odt,vnd.oasis.opendocument.presentation odp,vnd.oasis.opendocument.spreadsheet ods,vnd.oasis.opendocument.graphics odg,vnd.oasis.opendocument.chart odc,vnd.oasis.opendocument.database odb,vnd.oasis.opendocument.formula odf,' +
    'wordperfect wp wpd,vnd.wordperfect wpd,vnd.apple.keynote key,vnd.apple.numbers numbers,vnd.apple.pages pages',
  font: 'otf otf,ttf ttf,woff woff,woff2 woff2',
  model: 'stl stl,obj obj,gltf-binary glb,step step stp',
};

/** Extensions have no dots; `image/*` has those of all images. */
export function listExtensions(mimeType: string): string[] {
  const [group = '', subtype = ''] = mimeType.toLowerCase().split('/');
  const entries = Object.hasOwn(types, group) ? (types[group] ?? '').split(',') : [];
  return entries.flatMap((entry) => {
    const [name = '', ...extensions] = entry.split(' ');
    return subtype === '*' || name.toLowerCase() === subtype ? extensions : [];
  });
}

/** @param accepted an extension with its dot, a MIME type, or `image/*` */
export function matchesFileType(fileName: string, accepted: string): boolean {
  const name = fileName.toLowerCase();
  const endings = /^\.[a-z0-9]+$/i.test(accepted) ? [accepted.slice(1).toLowerCase()] : listExtensions(accepted);
  return endings.some((ending) => name.endsWith(`.${ending}`));
}
